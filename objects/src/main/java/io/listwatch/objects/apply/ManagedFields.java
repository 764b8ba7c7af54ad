package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the book of who owns which field of the objects of one kind. Whoever changes a field owns
 * it from then on; a field that goes leaves no owner behind.
 *
 * <p>Thread-safe.
 */
public final class ManagedFields {
  /** What a write to the object itself does not change, and so does not own. */
  public static final FieldSet STATUS = FieldSet.ofMembers("status");

  /** What a write to the status does not change, and so does not own. */
  public static final FieldSet ALL_BUT_STATUS = FieldSet.ofMembers("metadata", "spec");

  /** The server's own fields, and those that name the object. */
  private static final FieldSet NOBODYS =
      FieldSet.ofMembers(
          "apiVersion",
          "kind",
          "metadata",
          "metadata.name",
          "metadata.namespace",
          "metadata.creationTimestamp",
          "metadata.selfLink",
          "metadata.uid",
          "metadata.clusterName",
          "metadata.generation",
          "metadata.managedFields",
          "metadata.resourceVersion");

  /** Owns what was there before anybody was on record. */
  private static final String FIRST = "before-first-apply";

  private final Schema schema;
  private final ObjectVersions versions;
  private final UnaryOperator<JsonObject> normal;

  /** Whether the schema may have been another when owners were entered. */
  private final boolean evolves;

  private ManagedFields(
      Schema schema, ObjectVersions versions, UnaryOperator<JsonObject> normal, boolean evolves) {
    this.schema = schema;
    this.versions = versions;
    this.normal = normal;
    this.evolves = evolves;
  }

  /**
   * For a built-in kind. Objects are compared as they are spelled, empty structs included; but a
   * list that is sent empty is not the same as none.
   */
  public static ManagedFields ofBuiltIn(ObjectSchema schema, ObjectVersions versions) {
    BuiltInForm form = new BuiltInForm(schema).keepingEmpty();
    return new ManagedFields(schema, versions, form::normalize, false);
  }

  /** For a built-in kind with one version. */
  public static ManagedFields ofBuiltIn(ObjectSchema schema) {
    return ofBuiltIn(schema, ObjectVersions.alike(schema));
  }

  /** For a custom kind. Objects are compared as they are. */
  public static ManagedFields ofCustom(Schema schema, ObjectVersions versions) {
    return new ManagedFields(schema, versions, UnaryOperator.identity(), true);
  }

  /** For a custom kind with one version. */
  public static ManagedFields ofCustom(Schema schema) {
    return ofCustom(schema, ObjectVersions.alike(schema));
  }

  /**
   * The owners after a write that is no apply, as {@code metadata.managedFields} is to be; empty if
   * there are none.
   *
   * <p>Owners are tracked from an object's creation on. Once they were cleared, with {@code []} or
   * {@code [{}]}, nobody is until someone applies.
   *
   * <p>The result shares the fields that stay as they were with the objects it is made from.
   *
   * @param old the object before; null if it is created
   * @param next the object as it is to be, with the owners as the client sent them
   * @param ignored what this write cannot change, whatever the objects say: {@link #STATUS}, {@link
   *     #ALL_BUT_STATUS}, or nothing
   */
  public JsonArray update(
      @Nullable JsonObject old, JsonObject next, FieldManager manager, FieldSet ignored) {
    Owners owners = old == null ? Owners.none() : ownersBefore(old, next, manager);
    if (old != null && owners.isEmpty()) {
      return owners.toJson();
    }
    SpokenVersion spoken = spoken(manager);
    fit(owners, spoken);
    JsonObject before = bare(old == null ? typed(next) : old);
    var difference = new Difference(before, bare(next), normal, ignored, spoken);
    owners.lose(difference);
    owners.gain(manager, difference.changed().minus(NOBODYS));
    owners.limit();
    return old != null && difference.isEmpty() && owners.equalsButForTimes(parse(old))
        ? parse(old).toJson()
        : owners.toJson();
  }

  /**
   * What an apply makes of an object, with the owners that it has then.
   *
   * @param old the object before; null if it is created
   * @param intent what the manager wants to be so, and to own
   * @param ignored what this write cannot change, whatever the objects say
   * @param force whether to take what others own
   * @throws PatchException if the intent is not of the kind's type
   * @throws ApplyConflictException if others own what would change
   */
  public JsonObject apply(
      @Nullable JsonObject old,
      JsonObject intent,
      FieldManager manager,
      FieldSet ignored,
      boolean force) {
    JsonObject live = withoutOwners(old == null ? typed(intent) : old);
    Owners owners = old == null ? Owners.none() : parse(old);
    if (owners.isEmpty()) {
      Comparison all = Comparison.of(withoutOwners(typed(intent)), live, schema).without(ignored);
      owners.gain(manager.named(FIRST), all.changed().minus(NOBODYS));
    }
    SpokenVersion spoken = spoken(manager);
    fit(owners, spoken);
    var apply = new ServerSideApply(spoken, manager, ignored, NOBODYS, force);
    return withOwners(apply.apply(live, intent, owners), owners);
  }

  private SpokenVersion spoken(FieldManager manager) {
    return new SpokenVersion(manager.apiVersion(), schema, versions);
  }

  /** Brings what was entered earlier in line with what the schemas say now. */
  private void fit(Owners owners, SpokenVersion spoken) {
    owners.forget(version -> !versions.exist(version));
    if (evolves) {
      owners.fit(spoken);
    }
  }

  /** An object of the same type that says nothing else. */
  private static JsonObject typed(JsonObject object) {
    JsonObject empty = new JsonObject();
    empty.set("apiVersion", object.path("apiVersion"));
    empty.set("kind", object.path("kind"));
    return empty;
  }

  private static JsonObject withOwners(JsonObject object, Owners owners) {
    JsonObject copy = new JsonObject().setAll(object);
    JsonObject metadata = new JsonObject();
    if (object.get("metadata") instanceof JsonObject given) {
      metadata.setAll(given);
    }
    if (!owners.isEmpty()) {
      metadata.set("managedFields", owners.toJson());
    }
    copy.set("metadata", metadata);
    return copy;
  }

  /**
   * Keeps the times of the old owners if the new object is the old one but for them: who says what
   * is already so has done nothing.
   */
  public static void keepTimes(JsonObject next, JsonObject old) {
    JsonValue entries = entries(old);
    if (entries.isArray()
        && bare(next).equals(bare(old))
        && parse(next).equalsButForTimes(parse(old))) {
      ((JsonObject) next.path("metadata")).set("managedFields", entries.deepCopy());
    }
  }

  /** A client that knows of owners may set them; one that does not must not lose them. */
  private static Owners ownersBefore(JsonObject old, JsonObject next, FieldManager manager) {
    if (!manager.subresource().isEmpty()) {
      return parse(old);
    }
    if (clears(entries(next))) {
      return Owners.none();
    }
    Owners sent = parse(next);
    return sent.isEmpty() ? parse(old) : sent;
  }

  private static JsonValue entries(JsonObject object) {
    return object.path("metadata").path("managedFields");
  }

  private static boolean clears(JsonValue entries) {
    return entries.isArray()
        && (entries.isEmpty()
            || (entries.size() == 1 && entries.path(0).isObject() && entries.path(0).isEmpty()));
  }

  /** What cannot be read counts as absent. */
  private static Owners parse(JsonObject object) {
    try {
      return Owners.parse(entries(object));
    } catch (IllegalArgumentException | MalformedJsonException e) {
      return Owners.none();
    }
  }

  private JsonObject withoutOwners(JsonObject object) {
    return normal.apply(bare(object));
  }

  private static JsonObject bare(JsonObject object) {
    JsonObject copy = new JsonObject();
    copy.setAll(object);
    if (object.get("metadata") instanceof JsonObject metadata && metadata.has("managedFields")) {
      JsonObject bare = new JsonObject();
      bare.setAll(metadata);
      copy.set("metadata", bare.without("managedFields"));
    }
    return copy;
  }
}
