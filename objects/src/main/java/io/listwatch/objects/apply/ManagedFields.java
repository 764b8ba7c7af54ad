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
 * Tracks the field ownership ({@code metadata.managedFields}) of objects of one kind. A manager
 * that changes a field becomes its owner; a removed field has no owner.
 *
 * <p>Thread-safe.
 */
public final class ManagedFields {
  /** The fields that a write to the object itself cannot change, and so does not own. */
  public static final FieldSet STATUS = FieldSet.ofMembers("status");

  /** The fields that a write to the status cannot change, and so does not own. */
  public static final FieldSet ALL_BUT_STATUS = FieldSet.ofMembers("metadata", "spec");

  /** Fields without an owner: those that the server sets, and those that identify the object. */
  private static final FieldSet UNOWNED =
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

  /** The manager of the fields that existed before ownership was tracked. */
  private static final String FIRST = "before-first-apply";

  private final Schema schema;
  private final ObjectVersions versions;
  private final UnaryOperator<JsonObject> normal;

  /** True if the schema can change after fields were recorded: custom resources. */
  private final boolean evolves;

  private ManagedFields(
      Schema schema, ObjectVersions versions, UnaryOperator<JsonObject> normal, boolean evolves) {
    this.schema = schema;
    this.versions = versions;
    this.normal = normal;
    this.evolves = evolves;
  }

  /**
   * Returns the tracker for a built-in kind. Objects are compared in the form in which they are
   * written, with empty structs. An empty list that was sent differs from an absent one.
   */
  public static ManagedFields ofBuiltIn(ObjectSchema schema, ObjectVersions versions) {
    BuiltInForm form = new BuiltInForm(schema).keepingEmpty();
    return new ManagedFields(schema, versions, form::normalize, false);
  }

  /** Returns the tracker for a built-in kind with one version. */
  public static ManagedFields ofBuiltIn(ObjectSchema schema) {
    return ofBuiltIn(schema, ObjectVersions.alike(schema));
  }

  /** Returns the tracker for a custom kind, whose objects are compared without normalization. */
  public static ManagedFields ofCustom(Schema schema, ObjectVersions versions) {
    return new ManagedFields(schema, versions, UnaryOperator.identity(), true);
  }

  /** Returns the tracker for a custom kind with one version. */
  public static ManagedFields ofCustom(Schema schema) {
    return ofCustom(schema, ObjectVersions.alike(schema));
  }

  /**
   * Returns {@code metadata.managedFields} after a create or update; empty if there are no owners.
   *
   * <p>Ownership is tracked from an object's creation on. After the managed fields were cleared,
   * with {@code []} or {@code [{}]}, it is not tracked until the next apply.
   *
   * <p>The result shares unchanged fields with the given objects.
   *
   * @param old the object before; null if it is created
   * @param next the object to be written, with the managed fields that the client sent
   * @param ignored the fields that this write cannot change: {@link #STATUS}, {@link
   *     #ALL_BUT_STATUS}, or none
   */
  public JsonArray update(
      @Nullable JsonObject old, JsonObject next, FieldManager manager, FieldSet ignored) {
    Owners owners = old == null ? Owners.none() : ownersBefore(old, next, manager);
    if (old != null && owners.isEmpty()) {
      return owners.toJson();
    }
    RequestVersion request = request(manager);
    fit(owners, request);
    JsonObject before = bare(old == null ? typed(next) : old);
    var difference = new Difference(before, bare(next), normal, ignored, request);
    owners.lose(difference);
    owners.gain(manager, difference.changed().minus(UNOWNED));
    owners.limit();
    return old != null && difference.isEmpty() && owners.equalsButForTimes(parse(old))
        ? parse(old).toJson()
        : owners.toJson();
  }

  /**
   * Returns the object after a server-side apply, with its new managed fields.
   *
   * @param old the object before; null if it is created
   * @param intent the applied configuration
   * @param ignored the fields that this write cannot change
   * @param force true to take fields from other managers
   * @throws PatchException if the configuration does not have the kind's type
   * @throws ApplyConflictException if other managers own fields that would change
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
      owners.gain(manager.named(FIRST), all.changed().minus(UNOWNED));
    }
    RequestVersion request = request(manager);
    fit(owners, request);
    var apply = new ServerSideApply(request, manager, ignored, UNOWNED, force);
    return withOwners(apply.apply(live, intent, owners), owners);
  }

  private RequestVersion request(FieldManager manager) {
    return new RequestVersion(manager.apiVersion(), schema, versions);
  }

  /** Adapts recorded fields to the current versions and schemas. */
  private void fit(Owners owners, RequestVersion request) {
    owners.forget(version -> !versions.exist(version));
    if (evolves) {
      owners.fit(request);
    }
  }

  /** Returns an object with the same type and no other fields. */
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
   * Restores the old timestamps if nothing else has changed: a write without an effect does not
   * count.
   */
  public static void keepTimes(JsonObject next, JsonObject old) {
    JsonValue entries = entries(old);
    if (entries.isArray()
        && bare(next).equals(bare(old))
        && parse(next).equalsButForTimes(parse(old))) {
      ((JsonObject) next.path("metadata")).set("managedFields", entries.deepCopy());
    }
  }

  /** Returns why {@code metadata.managedFields} cannot be read; null if it can. */
  public static @Nullable String problem(JsonValue managedFields) {
    try {
      Owners unused = Owners.parse(managedFields);
      return null;
    } catch (IllegalArgumentException | MalformedJsonException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Returns the owners before the write. A client may set managed fields; if it sends none, the old
   * ones stay.
   */
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

  /** Returns no owners if the managed fields are malformed. */
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
