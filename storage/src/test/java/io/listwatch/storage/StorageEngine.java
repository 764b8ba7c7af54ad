package io.listwatch.storage;

import java.time.Duration;

/** Opens the engine under test for the contracts, and describes its differences. */
public interface StorageEngine {
  /** Opens a new, empty storage. */
  Storage open(StorageClock clock);

  /**
   * True if revisions have no gaps: only this storage makes them, and each change gets the next
   * one.
   */
  default boolean hasDenseRevisions() {
    return true;
  }

  /** True if keys expire by the given clock alone, so that none expires while it stands still. */
  default boolean followsClock() {
    return true;
  }

  /** Lets time pass. An engine with a clock of its own waits in real time. */
  default void pass(ManualStorageClock clock, Duration duration) {
    clock.advance(duration);
  }
}
