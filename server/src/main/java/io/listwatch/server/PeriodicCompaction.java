package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageFullException;
import io.listwatch.storage.StoredValue;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes history expire with time, even on an idle server. Each round writes a key of its own, which
 * makes a new revision, and compacts to the revision of the round before. So every revision is kept
 * for one to two intervals after it was returned, and then expires. kube-apiserver does the same
 * with its key {@code compact_rev_key} in etcd.
 *
 * <p>Without that write, the current revision of an idle storage would never be compacted, and a
 * continue token would never expire. Several servers may compact the same storage: compacting to a
 * revision that is already compacted does nothing.
 *
 * <p>A storage that has reached its quota may reject the write, as etcd does. Its history is in the
 * way of new space, so the round goes on without the write, with the current revision.
 *
 * <p>Threads: has none of its own. A timer thread starts a round and the storage's threads continue
 * it.
 */
public final class PeriodicCompaction implements AutoCloseable {
  /** The key that each round writes. Its value is the revision to which that round compacts. */
  private static final Key KEY = Key.of("/listwatch/compaction");

  private static final Logger log = LoggerFactory.getLogger(PeriodicCompaction.class);

  private final Storage storage;
  private final Duration interval;
  private final Timers timers;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /**
   * The revision of the last round's write, or of a full storage; 0 before the first round. Used by
   * one round at a time.
   */
  private volatile long mark;

  /** Starts the first round an interval from now. */
  public PeriodicCompaction(Storage storage, Duration interval, Timers timers) {
    this.storage = storage;
    this.interval = interval;
    this.timers = timers;
    this.timer = timers.schedule(interval, this::round);
  }

  public Duration interval() {
    return interval;
  }

  private void round() {
    storage
        .put(KEY, StoredValue.encode(storage.format(), KEY, Long.toString(mark).getBytes(UTF_8)))
        .exceptionallyCompose(this::currentIfFull)
        .thenCompose(current -> compactToMark().thenAccept(done -> mark = current))
        .whenComplete((done, failure) -> finish(failure));
  }

  private CompletionStage<Long> currentIfFull(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof StorageFullException
        ? storage.currentRevision()
        : CompletableFuture.failedStage(failure);
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
