package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.strategy.ServedKind;
import org.jspecify.annotations.Nullable;

/** Keeps the record of who manages which fields of an object, in {@code metadata.managedFields}. */
public interface FieldOwners {
  /**
   * Brings the record in {@code next} up to date with what a write changes.
   *
   * @param old null for a new object
   */
  void record(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode next,
      WriteOptions options);

  /**
   * What becomes of an object when somebody applies what it wants to be so; the record says so.
   *
   * @param old null for a new object; may be shared by the result
   * @throws io.listwatch.objects.apply.PatchException if the intent is not of the kind's type
   * @throws io.listwatch.objects.apply.ApplyConflictException if it would take what others manage
   */
  ObjectNode apply(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode intent,
      WriteOptions options);

  /**
   * Brings the record of a scale up to date with what a write changes.
   *
   * @param old as the object is shown when it is scaled
   */
  void recordScale(ObjectNode old, ObjectNode next, WriteOptions options);

  /** What becomes of a scale when somebody applies to it. */
  ObjectNode applyToScale(@Nullable ObjectNode scale, ObjectNode intent, WriteOptions options);
}
