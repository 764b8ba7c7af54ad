package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Keeps the record of who manages which fields of an object, in {@code metadata.managedFields}. */
@FunctionalInterface
interface FieldOwners {
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
}
