package io.listwatch.server;

import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts a storage that does not do so by itself, such as an etcd cluster. Each round compacts to
 * the revision that was current in the round before, so every revision is kept for one to two
 * intervals. Several servers may compact the same storage: compacting to a revision that is already
 * compacted does nothing.
 *
 * <p>Threads: has none of its own. A timer thread starts a round and the storage's threads continue
 * it.
 */
public final class PeriodicCompaction implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PeriodicCompaction.class);

  private final Storage storage;
  private final Duration interval;
  private final Timers timers;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /** The current revision at the last round; 0 before the first. Used by one round at a time. */
  private volatile long mark;

  /** Starts the first round, which only notes the current revision. */
  public PeriodicCompaction(Storage storage, Duration interval, Timers timers) {
    this.storage = storage;
    this.interval = interval;
    this.timers = timers;
    round();
  }

  public Duration interval() {
    return interval;
  }

  private void round() {
    storage
        .currentRevision()
        .thenCompose(current -> compactToMark().thenAccept(done -> mark = current))
        .whenComplete((done, failure) -> finish(failure));
  }

  private CompletionStage<Void> compactToMark() {
    return mark == 0 ? CompletableFuture.completedStage(null) : storage.compact(mark);
  }

  private void finish(@Nullable Throwable failure) {
    if (failure != null && !closed) {
      log.warn(
          "storage could not be compacted, the next round tries again: {}", failure.getMessage());
    }
    timer = timers.schedule(interval, this::round);
    if (closed) {
      timer.cancel();
    }
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
