package io.listwatch.server.registry.write;

import io.listwatch.objects.apply.FieldManager;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Maintains {@code metadata.managedFields}, which records the manager of each field.
 *
 * <p>Thread-safe.
 */
public final class FieldOwners {
  private final Timers timers;

  public FieldOwners(Timers timers) {
    this.timers = timers;
  }

  /**
   * Updates the managedFields of {@code next} with the fields that a write changes.
   *
   * @param old null for a new object
   */
  void record(
      ServedKind kind,
      ObjectPart part,
      @Nullable JsonObject old,
      JsonObject next,
      WriteOptions options) {
    if (part.ownDoing()) {
      return;
    }
    if (removedVersion(kind, old) != null) {
      Metadata.of(next).remove("managedFields");
      return;
    }
    JsonArray owners =
        managedFields(kind).update(old, next, manager(kind, part, options), untouched(kind, part));
    set(owners, next);
  }

  /**
   * Returns the version of a field manager that the CustomResourceDefinition no longer lists; null
   * if there is none. kube-apiserver cannot convert the object to that version: an apply fails, and
   * every other write drops all managers.
   */
  private static @Nullable String removedVersion(ServedKind kind, @Nullable JsonObject old) {
    if (old == null || !kind.definition().custom()) {
      return null;
    }
    var versions = new CustomVersions(kind);
    for (JsonValue entry : old.path("metadata").path("managedFields")) {
      String apiVersion = entry.path("apiVersion").asText();
      if (apiVersion.startsWith(kind.type().group() + "/") && !versions.exist(apiVersion)) {
        return apiVersion;
      }
    }
    return null;
  }

  private static void set(JsonArray owners, JsonObject next) {
    JsonObject metadata = Metadata.of(next).node();
    if (owners.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", owners);
    }
  }

  /**
   * Returns the object after a server-side apply, with its managedFields.
   *
   * @param old null for a new object; the result may share its nodes
   * @throws io.listwatch.objects.apply.PatchException if the configuration does not match the type
   * @throws io.listwatch.objects.apply.ApplyConflictException if another manager owns a field
   */
  JsonObject apply(
      ServedKind kind,
      ObjectPart part,
      @Nullable JsonObject old,
      JsonObject configuration,
      WriteOptions options) {
    String removed = removedVersion(kind, old);
    if (removed != null) {
      throw ApiErrors.plain("request to convert CR to an invalid group/version: " + removed);
    }
    return managedFields(kind)
        .apply(
            old,
            configuration,
            manager(kind, part, options),
            untouched(kind, part),
            options.force());
  }

  /**
   * Updates the managedFields of a Scale.
   *
   * @param old the Scale before the write
   */
  void recordScale(JsonObject old, JsonObject next, WriteOptions options) {
    set(
        ManagedFields.ofBuiltIn(Scales.SCHEMA).update(old, next, scaler(options), FieldSet.empty()),
        next);
  }

  /** Returns a Scale after a server-side apply, with its managedFields. */
  JsonObject applyToScale(
      @Nullable JsonObject scale, JsonObject configuration, WriteOptions options) {
    return ManagedFields.ofBuiltIn(Scales.SCHEMA)
        .apply(scale, configuration, scaler(options), FieldSet.empty(), options.force());
  }

  private FieldManager scaler(WriteOptions options) {
    return new FieldManager(
        options.manager(), Scales.TYPE.apiVersion(), ObjectPart.SCALE.subresource(), timers.now());
  }

  private static ManagedFields managedFields(ServedKind kind) {
    ObjectSchema schema = kind.schema();
    return schema != null
        ? ManagedFields.ofBuiltIn(
            schema, kind.converter().versions().orElseGet(() -> ObjectVersions.alike(schema)))
        : ManagedFields.ofCustom(kind.sharing(), new CustomVersions(kind));
  }

  private FieldManager manager(ServedKind kind, ObjectPart part, WriteOptions options) {
    return new FieldManager(
        options.manager(), kind.type().apiVersion(), part.subresource(), timers.now());
  }

  /** Returns the fields that a write to this part cannot change and therefore cannot own. */
  private static FieldSet untouched(ServedKind kind, ObjectPart part) {
    if (part == ObjectPart.STATUS || part == ObjectPart.APPROVAL) {
      return kind.strategy().untouchedByStatus();
    }
    FieldSet untouched = kind.strategy().untouched();
    return kind.definition().subresource("status").isPresent()
        ? untouched.union(ManagedFields.STATUS)
        : untouched;
  }
}
