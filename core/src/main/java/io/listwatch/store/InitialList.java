package io.listwatch.store;

import io.listwatch.store.InformerQueue.Batch;
import java.util.List;

/**
 * Tells the batches of the initial list, which are the first of a queue, from those that follow.
 * Not thread-safe: part of a queue's state.
 */
final class InitialList {
  private boolean begun;
  private boolean completed;
  private int remaining;

  /** The next {@code batches} are the initial list, unless it has begun before. */
  void begin(int batches) {
    if (!begun) {
      begun = true;
      remaining = batches;
    }
  }

  /** Whether it has begun and there has to be another batch to complete it. */
  boolean incomplete() {
    return begun && !completed;
  }

  /** The queue's next batch. */
  Batch batch(List<Delta> deltas) {
    boolean initial = remaining > 0;
    remaining -= initial ? 1 : 0;
    boolean completes = incomplete() && remaining == 0;
    completed |= completes;
    return new Batch(deltas, initial, completes);
  }
}
