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
 * Compacts a storage that does not do so by itself, such as an etcd cluster: from time to time it
 * forgets what was history the last time, so that each revision is kept for one to two intervals.
 * Several servers may do so to one storage; what one has forgotten is nothing to do for the others.
 *
 * <p>Threads: has none. The timers' begin a round, the storage's go on with it.
 */
public final class PeriodicCompaction implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PeriodicCompaction.class);

  private final Storage storage;
  private final Duration interval;
  private final Timers timers;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /** What was current the last time; 0 before the first. Touched by one round at a time. */
  private volatile long mark;

  /** Begins: the first interval only takes a mark. */
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
      log.warn("history could not be compacted, trying again later: {}", failure.getMessage());
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
