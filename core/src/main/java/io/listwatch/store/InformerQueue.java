package io.listwatch.store;

import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the reflector of an informer and its store: changes go in one by one and come
 * out in batches.
 *
 * <p>Threads: any number of producers, among whom the reflector is the only one to write what a
 * {@link ReflectorStore} is written; one consumer, who has applied a batch when it comes for the
 * next. Of one object, everything is handed out in the order in which it came in.
 *
 * <p>There is a cap on what waits. A producer who finds it reached waits, not minding interrupts
 * because what it brings must not get lost, until the consumer or {@link #close} lets it go on. A
 * list is taken whole, past the cap if need be.
 */
public interface InformerQueue extends ReflectorStore, AutoCloseable {
  /** Enough for two full batches: the consumer never starves, and the memory held is small. */
  int DEFAULT_CAPACITY = 2000;

  /**
   * Waits for the next batch.
   *
   * @return null once the queue is closed and everything has been handed out
   */
  @Nullable Batch take() throws InterruptedException;

  /**
   * Has those who ask for {@code round} see every object again. Never waits, so that a timer can
   * ask; for the cap's sake a round that still waits in the queue is not queued twice.
   */
  void resync(SyncRound round);

  @Override
  default void resync() {
    resync(SyncRound.EVERYBODY);
  }

  /** How many deltas wait to be taken. */
  int size();

  /** Nothing comes in any more; what is there is still handed out. */
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

    /** The version of the store once this batch is applied; unset if it stays what it was. */
    public ResourceVersion version() {
      return deltas.get(deltas.size() - 1).version();
    }
  }
}
