package io.listwatch.storage;

import java.time.Duration;

/** How the contracts open the engine that they test, and what they must know about it. */
public interface StorageEngine {
  /** A storage that holds nothing, different from all that were opened before. */
  Storage open(StorageClock clock);

  /**
   * Whether nobody else makes revisions and the engine leaves none out, so that each change has the
   * revision after the one before it.
   */
  default boolean hasDenseRevisions() {
    return true;
  }

  /**
   * Whether keys expire by the given clock alone, so that nothing expires while it stands still.
   */
  default boolean followsClock() {
    return true;
  }

  /** Lets time pass. An engine that looks at another clock waits for that one. */
  default void pass(ManualStorageClock clock, Duration duration) {
    clock.advance(duration);
  }
}
