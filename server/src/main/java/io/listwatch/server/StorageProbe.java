package io.listwatch.server;

import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a missing key and deletes it, every two seconds, so that a health check knows whether the
 * storage reads and writes without waiting for it. Logs when the storage stops responding and when
 * it responds again.
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
      boolean unused = storage.get(MISSING_KEY).isPresent();
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
