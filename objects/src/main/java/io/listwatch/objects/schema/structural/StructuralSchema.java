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
 * What a definition says about one value and everything in it, read from its {@code
 * openAPIV3Schema}.
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
   * Reads the schema of a version's objects. Whatever the definition's check would refuse is taken
   * for absent.
   *
   * @param openApi the {@code openAPIV3Schema}
   */
  public static StructuralSchema of(JsonValue openApi) {
    return SchemaReader.read(openApi, true);
  }

  /**
   * Drops what an object has and this schema does not declare.
   *
   * @return where it was, such as {@code spec.list[0].x}, in the order of the alphabet
   */
  public List<String> prune(JsonObject object) {
    return Pruning.prune(object, this);
  }

  /** Fills in defaults and drops nulls that mean nothing; answers whether there were any. */
  public boolean complete(JsonObject object) {
    return Defaulting.complete(object, this);
  }

  /** Fills in defaults, also where a null is that is not allowed; other nulls stay. */
  public void fill(JsonObject object) {
    Defaulting.fillIn(object, this);
  }

  /**
   * Whether neither {@link #prune} nor {@link #complete} would change an object; false if unsure.
   */
  public boolean leaves(byte[] json) {
    return Unchanged.test(json, this);
  }

  /**
   * What keeps an object from being read at all: metadata, its own or of an object in it, that is
   * none.
   */
  public Optional<String> unreadable(JsonObject object) {
    String problem = MetadataTypes.problem(object.path("metadata"));
    if (problem != null) {
      return Optional.of(problem);
    }
    var problems = new ArrayList<FieldError>();
    EmbeddedObjects.visit(
        object, this, (each, path) -> EmbeddedTypes.check(each, path.withKeys(), problems));
    return problems.stream().findFirst().map(FieldError::toString);
  }

  /**
   * What is wrong with an object.
   *
   * @param old the object before it was changed, what is wrong with which is forgiven as far as it
   *     was left alone; null if it is new
   */
  public List<FieldError> violations(JsonObject object, @Nullable JsonObject old) {
    return Validation.check(object, old, this, "");
  }

  /** The same for a member of the object, such as its status. */
  public List<FieldError> violations(JsonObject object, @Nullable JsonObject old, String member) {
    JsonValue value = object.get(member);
    StructuralSchema declared = properties.get(member);
    return value == null || declared == null
        ? List.of()
        : Validation.check(value, old == null ? null : old.get(member), declared, member);
  }

  /** Values of sets and keys of list-maps that are there more than once. */
  public List<FieldError> duplicates(JsonObject object) {
    return ListIdentity.check(object, this);
  }

  /** Shows a visitor the objects in an object that have a kind and metadata of their own. */
  public void visitEmbedded(JsonObject object, BiConsumer<JsonObject, String> visitor) {
    EmbeddedObjects.visit(object, this, (each, path) -> visitor.accept(each, path.withKeys()));
  }

  /**
   * Whether a format means something for values of a type.
   *
   * @param type such as {@code integer}; empty if the schema does not say
   */
  public static boolean knows(String format, String type) {
    return switch (type) {
      case "", "string" -> TextFormat.named(format) != null;
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

  /** Whether null is a value like others. */
  boolean nullable() {
    return nullable;
  }

  /** Whether members that are not declared stay. */
  boolean preserving() {
    return preserving;
  }

  /** Whether it is an object with a kind and metadata of its own, as all objects at the root. */
  boolean embedded() {
    return embedded;
  }

  /** Whether a member of such an object is looked at elsewhere. */
  boolean identifies(String name) {
    return embedded && IDENTITY.contains(name);
  }

  @Nullable StructuralSchema property(String name) {
    return properties.get(name);
  }

  /** What is said of members that have no name in the schema. */
  Others others() {
    return others;
  }

  /** Null if items are not declared. */
  @Nullable StructuralSchema declaredItem() {
    return item;
  }

  /** Not to be changed; null if there is none. */
  @Nullable JsonValue defaultValue() {
    return defaultValue;
  }

  ValueRules rules() {
    return rules;
  }

  /** The members that have a default, in the order of the alphabet. */
  List<Map.Entry<String, StructuralSchema>> defaulted() {
    return defaulted;
  }

  /** Whether anything inside has a default. */
  boolean completing() {
    return completing;
  }

  /** Whether it or anything inside is a list whose items are told apart. */
  boolean identifying() {
    return identifying;
  }

  /** Whether anything inside is an object with a kind and metadata of its own. */
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

  /** What a schema says of members that it does not name. */
  record Others(boolean declared, boolean allowed, @Nullable StructuralSchema schema) {
    static final Others UNSAID = new Others(false, true, null);
  }
}
