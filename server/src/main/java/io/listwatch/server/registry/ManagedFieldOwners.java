package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/** Keeps the record as the reference keeps it. */
final class ManagedFieldOwners implements FieldOwners {
  private final Timers timers;

  ManagedFieldOwners(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void record(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode next,
      WriteOptions options) {
    timers.now();
  }
}
