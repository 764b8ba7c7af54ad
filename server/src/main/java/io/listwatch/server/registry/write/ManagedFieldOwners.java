package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.apply.FieldManager;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record as the reference does: by the schema of a kind, or what its objects look like.
 */
public final class ManagedFieldOwners implements FieldOwners {
  private final Timers timers;

  public ManagedFieldOwners(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void record(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode next,
      WriteOptions options) {
    if (part.ownDoing()) {
      return;
    }
    ArrayNode owners =
        book(kind).update(old, next, manager(kind, part, options), untouched(kind, part));
    set(owners, next);
  }

  private static void set(ArrayNode owners, ObjectNode next) {
    ObjectNode metadata = Metadata.of(next).node();
    if (owners.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", owners);
    }
  }

  @Override
  public ObjectNode apply(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode intent,
      WriteOptions options) {
    return book(kind)
        .apply(old, intent, manager(kind, part, options), untouched(kind, part), options.force());
  }

  @Override
  public void recordScale(ObjectNode old, ObjectNode next, WriteOptions options) {
    set(
        ManagedFields.ofBuiltIn(Scales.SCHEMA).update(old, next, scaler(options), FieldSet.empty()),
        next);
  }

  @Override
  public ObjectNode applyToScale(
      @Nullable ObjectNode scale, ObjectNode intent, WriteOptions options) {
    return ManagedFields.ofBuiltIn(Scales.SCHEMA)
        .apply(scale, intent, scaler(options), FieldSet.empty(), options.force());
  }

  private FieldManager scaler(WriteOptions options) {
    return new FieldManager(
        options.manager(), Scales.TYPE.apiVersion(), ObjectPart.SCALE.subresource(), timers.now());
  }

  private static ManagedFields book(ServedKind kind) {
    return kind.schema()
        .map(
            schema ->
                ManagedFields.ofBuiltIn(
                    schema,
                    kind.converter().versions().orElseGet(() -> ObjectVersions.alike(schema))))
        .orElseGet(() -> ManagedFields.ofCustom(kind.sharing(), new CustomVersions(kind)));
  }

  private FieldManager manager(ServedKind kind, ObjectPart part, WriteOptions options) {
    return new FieldManager(
        options.manager(), kind.type().apiVersion(), part.subresource(), timers.now());
  }

  /** What a write to this part cannot change. */
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
