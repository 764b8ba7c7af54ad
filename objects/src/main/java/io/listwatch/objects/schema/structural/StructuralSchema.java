package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.ValueSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The structural schema of one value and its content, parsed from an {@code openAPIV3Schema}.
 *
 * <p>Immutable.
 */
public final class StructuralSchema implements Schema {
  private static final Set<String> IDENTITY = Set.of("apiVersion", "kind", "metadata");

  private final JsonType type;
  private final boolean nullable;
  private final boolean preserving;
  private final boolean embedded;
  private final Map<String, StructuralSchema> properties;
  private final Others others;
  private final @Nullable StructuralSchema item;
  private final ListType listType;
  private final List<String> keys;
  private final boolean atomic;
  private final @Nullable JsonValue defaultValue;
  private final ValueRules rules;
  private final List<Map.Entry<String, StructuralSchema>> defaulted;
  private final boolean completing;
  private final boolean identifying;
  private final boolean embedding;

  StructuralSchema(SchemaReader read) {
    this.type = read.type;
    this.nullable = read.nullable;
    this.preserving = read.preserving;
    this.embedded = read.embedded;
    this.properties = Map.copyOf(read.properties);
    this.others = read.others;
    this.item = read.item;
    this.listType = read.listType;
    this.keys = List.copyOf(read.keys);
    this.atomic = read.atomic;
    this.defaultValue = read.defaultValue;
    this.rules = read.rules;
    this.defaulted =
        properties.entrySet().stream()
            .filter(each -> each.getValue().defaultValue != null)
            .sorted(Map.Entry.comparingByKey())
            .toList();
    this.completing = inside(each -> each.completing || each.defaultValue != null);
    this.identifying = listType != ListType.ATOMIC || inside(each -> each.identifying);
    this.embedding = inside(each -> each.embedded || each.embedding);
  }

  /**
   * Parses the schema of a version. Everything that {@link StructuralCheck} would reject counts as
   * absent.
   *
   * @param openApi the {@code openAPIV3Schema}
   */
  public static StructuralSchema of(JsonValue openApi) {
    return SchemaReader.read(openApi, true);
  }

  /**
   * Drops the fields that this schema does not declare.
   *
   * @return their paths, such as {@code spec.list[0].x}, sorted
   */
  public List<String> prune(JsonObject object) {
    return Pruning.prune(object, this);
  }

  /**
   * Fills in defaults and drops nulls that are not nullable. Returns true if the object has
   * changed.
   */
  public boolean complete(JsonObject object) {
    return Defaulting.complete(object, this);
  }

  /** Fills in defaults, also in place of a null that is not nullable. Other nulls stay. */
  public void fill(JsonObject object) {
    Defaulting.fillIn(object, this);
  }

  /**
   * True if neither {@link #prune} nor {@link #complete} would change an object; false if in doubt.
   */
  public boolean leaves(byte[] json) {
    return Unchanged.test(json, this);
  }

  /**
   * Returns why an object cannot be decoded: a number that is too large, or malformed metadata, of
   * the object or of an embedded resource.
   */
  public Optional<String> unreadable(JsonObject object) {
    String number = DoubleRange.problem(object);
    String problem = number == null ? MetadataTypes.problem(object.path("metadata")) : number;
    if (problem != null) {
      return Optional.of(problem);
    }
    var problems = new ArrayList<FieldError>();
    EmbeddedObjects.visit(
        object, this, (each, path) -> EmbeddedTypes.check(each, path.withKeys(), problems));
    return problems.stream().findFirst().map(FieldError::toString);
  }

  /**
   * Returns the errors of an object.
   *
   * @param old the object before the update, whose errors are ratcheted where a value is unchanged;
   *     null if the object is new
   */
  public List<FieldError> violations(JsonObject object, @Nullable JsonObject old) {
    return Validation.check(object, old, this, "");
  }

  /**
   * Like {@link #violations(JsonObject, JsonObject)}, for a member of the object such as its
   * status.
   */
  public List<FieldError> violations(JsonObject object, @Nullable JsonObject old, String member) {
    JsonValue value = object.get(member);
    StructuralSchema declared = properties.get(member);
    return value == null || declared == null
        ? List.of()
        : Validation.check(value, old == null ? null : old.get(member), declared, member);
  }

  /** Returns errors for duplicate items of sets and duplicate keys of list maps. */
  public List<FieldError> duplicates(JsonObject object) {
    return ListIdentity.check(object, this);
  }

  /** Calls a visitor with each embedded resource and its path. */
  public void visitEmbedded(JsonObject object, BiConsumer<JsonObject, String> visitor) {
    EmbeddedObjects.visit(object, this, (each, path) -> visitor.accept(each, path.withKeys()));
  }

  /**
   * True if a format is known for values of a type.
   *
   * @param type such as {@code integer}; empty if the schema has none
   */
  public static boolean knows(String format, String type) {
    return switch (type) {
      case "", "string" -> StringFormat.named(format) != null;
      case "integer" -> format.equals("int32") || format.equals("int64");
      case "number" -> format.equals("float") || format.equals("double");
      default -> false;
    };
  }

  private boolean inside(Predicate<StructuralSchema> claim) {
    return properties.values().stream().anyMatch(claim)
        || (others.schema() != null && claim.test(others.schema()))
        || (item != null && claim.test(item));
  }

  JsonType type() {
    return type;
  }

  /** True if null is a valid value. */
  boolean nullable() {
    return nullable;
  }

  /** True if undeclared members are preserved ({@code x-kubernetes-preserve-unknown-fields}). */
  boolean preserving() {
    return preserving;
  }

  /** True for a resource with apiVersion, kind and metadata: the root or an embedded resource. */
  boolean embedded() {
    return embedded;
  }

  /** True for apiVersion, kind and metadata of a resource, which are checked elsewhere. */
  boolean identifies(String name) {
    return embedded && IDENTITY.contains(name);
  }

  @Nullable StructuralSchema property(String name) {
    return properties.get(name);
  }

  /** Returns the declaration of additional properties. */
  Others others() {
    return others;
  }

  /** Returns null if items are not declared. */
  @Nullable StructuralSchema declaredItem() {
    return item;
  }

  /** Returns the default, which the caller must not change; null if there is none. */
  @Nullable JsonValue defaultValue() {
    return defaultValue;
  }

  ValueRules rules() {
    return rules;
  }

  /** Returns the members that have a default, sorted by name. */
  List<Map.Entry<String, StructuralSchema>> defaulted() {
    return defaulted;
  }

  /** True if a nested value has a default. */
  boolean completing() {
    return completing;
  }

  /** True if this or a nested value is a list of type {@code set} or {@code map}. */
  boolean identifying() {
    return identifying;
  }

  /** True if a nested value is an embedded resource. */
  boolean embedding() {
    return embedding;
  }

  @Override
  public Shape shape() {
    return switch (type) {
      case OBJECT -> objectShape();
      case ARRAY -> Shape.LIST;
      case ANY -> preserving && properties.isEmpty() ? Shape.ANY : objectShape();
      default -> Shape.SCALAR;
    };
  }

  private Shape objectShape() {
    if (!properties.isEmpty() || embedded) {
      return Shape.STRUCT;
    }
    if (others.declared()) {
      return Shape.MAP;
    }
    return preserving ? Shape.ANY : Shape.STRUCT;
  }

  @Override
  public boolean atomic() {
    return atomic;
  }

  @Override
  public @Nullable Schema member(String name) {
    if (identifies(name)) {
      return name.equals("metadata") ? BuiltInTypes.load().objectMeta() : ValueSchema.Scalar.STRING;
    }
    StructuralSchema declared = properties.get(name);
    if (declared != null) {
      return declared;
    }
    if (others.schema() != null) {
      return others.schema();
    }
    return preserving || others.declared() ? Schema.unknown() : null;
  }

  @Override
  public boolean declares(String name) {
    return shape() == Shape.STRUCT && (identifies(name) || properties.containsKey(name));
  }

  @Override
  public @Nullable JsonValue defaultOf(String name) {
    StructuralSchema declared = properties.get(name);
    return declared == null ? null : declared.defaultValue;
  }

  @Override
  public ScalarType scalarType() {
    return switch (type) {
      case STRING -> rules.format().isEmpty() ? ScalarType.TEXT : ScalarType.ANY;
      case INTEGER, NUMBER -> ScalarType.NUMBER;
      case BOOLEAN -> ScalarType.BOOLEAN;
      default -> ScalarType.ANY;
    };
  }

  @Override
  public Schema item() {
    return item == null ? Schema.unknown() : item;
  }

  @Override
  public ListType listType() {
    return listType;
  }

  @Override
  public List<String> keys() {
    return keys;
  }

  /** The declaration of additional properties. */
  record Others(boolean declared, boolean allowed, @Nullable StructuralSchema schema) {
    static final Others UNSAID = new Others(false, true, null);
  }
}
