package io.listwatch.store;

import io.listwatch.store.InformerQueue.Batch;
import java.util.List;

/**
 * Distinguishes the batches of the initial list, which are the first of a queue, from later ones.
 * Not thread-safe: part of a queue's state.
 */
final class InitialList {
  private boolean begun;
  private boolean completed;
  private int remaining;

  /**
   * Marks the next {@code batches} as the initial list, unless the initial list has begun before.
   */
  void begin(int batches) {
    if (!begun) {
      begun = true;
      remaining = batches;
    }
  }

  /** True if the initial list has begun and needs another batch to be complete. */
  boolean incomplete() {
    return begun && !completed;
  }

  /** Wraps the queue's next batch. */
  Batch batch(List<Delta> deltas) {
    boolean initial = remaining > 0;
    remaining -= initial ? 1 : 0;
    boolean completes = incomplete() && remaining == 0;
    completed |= completes;
    return new Batch(deltas, initial, completes);
  }
}
