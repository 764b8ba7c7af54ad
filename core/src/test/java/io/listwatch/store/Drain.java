package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.store.InformerQueue.Batch;
import java.util.ArrayList;
import java.util.List;

/** A consumer that takes batches from a queue and applies them to a store. Not thread-safe. */
final class Drain {
  private final InformerQueue queue;
  private final IndexedStore store;

  Drain(InformerQueue queue, IndexedStore store) {
    this.queue = queue;
    this.store = store;
  }

  /** Takes and applies all queued batches. */
  List<Batch> everything() {
    var batches = new ArrayList<Batch>();
    while (queue.size() > 0) {
      batches.add(next());
    }
    return batches;
  }

  /** Takes and applies one batch, blocking until there is one. */
  Batch next() {
    Batch batch = take();
    apply(batch);
    return batch;
  }

  /** Takes one batch, which must be applied before the next one is taken. */
  Batch take() {
    try {
      Batch batch = queue.take();
      if (batch == null) {
        throw new AssertionError("the queue is closed");
      }
      return batch;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void apply(Batch batch) {
    StoreTransaction transaction = store.transaction();
    for (Delta delta : batch.deltas()) {
      if (delta instanceof Delta.ReplacedAll list) {
        transaction.replace(list.items(), list.unreadable(), list.version());
      } else if (delta instanceof Delta.OfObject one) {
        apply(one, transaction);
      }
    }
    transaction.version(batch.version());
    transaction.commit();
  }

  private static void apply(Delta.OfObject delta, StoreTransaction transaction) {
    Resource object = delta.object();
    if (delta.gone()) {
      transaction.remove(delta.key());
    } else if (object != null) {
      transaction.put(object);
    }
  }
}
