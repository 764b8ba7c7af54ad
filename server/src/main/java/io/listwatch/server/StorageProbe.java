package io.listwatch.server;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every two seconds whether the storage reads and writes, so that a health check need not
 * wait. Logs when the storage stops responding and when it responds again.
 *
 * <p>A round reads a missing key, and the revision with it. If the revision has grown since the
 * last round, writes succeed. Only an idle storage gets a write: the deletion of the missing key.
 * That changes nothing and takes no revision, but goes the way of every write: through SQLite's
 * writer, or etcd's log, which a majority of its members has to sync. A read alone would not show
 * that.
 *
 * <p>Threads: any thread may call {@link #responds}. A timer thread starts a round, a worker waits
 * for the read, and the storage's thread ends the round after the write; there is one round at a
 * time.
 */
final class StorageProbe implements AutoCloseable {
  static final Duration PERIOD = Duration.ofSeconds(2);

  /**
   * Time without a response until the storage counts as down. An etcd cluster needs some seconds to
   * elect another leader.
   */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(StorageProbe.class);

  /** A key that does not exist, so that its deletion changes nothing; only the response matters. */
  private static final Key MISSING_KEY = Key.of("listwatch/probe");

  private final Storage storage;
  private final Executor workers;
  private final Timers timers;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /** Time of the last response, by the monotonic clock. */
  private volatile long lastResponse;

  /** The revision of the last round. Used by one round at a time. */
  private volatile long lastRevision;

  /** True if the last round failed. Used by one round at a time. */
  private volatile boolean failing;

  /** Starts probing. The caller has just opened the storage, so this counts as a response. */
  StorageProbe(Storage storage, Executor workers, Timers timers) {
    this.storage = storage;
    this.workers = workers;
    this.timers = timers;
    this.lastResponse = timers.nanoTime();
    scheduleNext();
  }

  boolean responds() {
    return timers.nanoTime() - lastResponse <= TIMEOUT.toNanos();
  }

  private void scheduleNext() {
    timer = timers.schedule(PERIOD, this::begin);
    if (closed) {
      timer.cancel();
    }
  }

  private void begin() {
    try {
      workers.execute(this::ask);
    } catch (RejectedExecutionException busy) {
      scheduleNext();
    }
  }

  private void ask() {
    try {
      long revision = storage.range(KeyRange.only(MISSING_KEY), 1).revision();
      long before = lastRevision;
      lastRevision = revision;
      if (before > 0 && revision > before) {
        finish(null);
        return;
      }
      storage.delete(MISSING_KEY).whenComplete((none, failure) -> finish(failure));
    } catch (RuntimeException | Error failure) {
      finish(failure);
    }
  }

  private void finish(@Nullable Throwable failure) {
    if (failure == null) {
      succeed();
    } else {
      fail(failure);
    }
    scheduleNext();
  }

  private void succeed() {
    lastResponse = timers.nanoTime();
    if (failing) {
      log.info("storage responds again");
    }
    failing = false;
  }

  private void fail(Throwable failure) {
    if (!failing && !closed) {
      log.warn("storage does not respond: {}", failure.toString());
    }
    failing = true;
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
