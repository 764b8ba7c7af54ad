package io.listwatch.store;

import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue between an informer's reflector and its store: changes are added one by one and taken
 * in batches.
 *
 * <p>Threads: any number of producers, of which only the reflector calls the methods of {@link
 * ReflectorStore}; one consumer, which has applied a batch when it takes the next one. The deltas
 * of one object come out in the order in which they were added.
 *
 * <p>The queue is bounded. At the capacity a producer blocks until the consumer takes a batch or
 * {@link #close} is called. Interrupts do not end the wait, because the change must not get lost. A
 * list is added whole, beyond the capacity if need be.
 */
public interface InformerQueue extends ReflectorStore, AutoCloseable {
  /** Two full batches: enough to keep the consumer busy, at little memory. */
  int DEFAULT_CAPACITY = 2000;

  /**
   * Blocks until the next batch.
   *
   * @return null once the queue is closed and everything has been taken
   */
  @Nullable Batch take() throws InterruptedException;

  /**
   * Passes every object again to the handlers that requested {@code round}. Never blocks, so that a
   * timer can call it. To keep the queue bounded, a round that is still queued is not queued twice.
   */
  void resync(SyncRound round);

  @Override
  default void resync() {
    resync(SyncRound.ALL_HANDLERS);
  }

  /** Returns the number of queued deltas. */
  int size();

  /** Accepts nothing more. Queued deltas can still be taken. */
  @Override
  void close();

  /**
   * Deltas that a store applies in one transaction.
   *
   * @param initial whether these objects are part of the initial list
   * @param completesInitial whether the initial list is complete once this batch is applied; true
   *     of exactly one batch of a queue
   */
  record Batch(List<Delta> deltas, boolean initial, boolean completesInitial) {
    public Batch {
      deltas = List.copyOf(deltas);
      if (deltas.isEmpty()) {
        throw new IllegalArgumentException("deltas: none (expected: at least one)");
      }
    }

    /** Returns the version of the store once this batch is applied; unset if it does not change. */
    public ResourceVersion version() {
      return deltas.get(deltas.size() - 1).version();
    }
  }
}
