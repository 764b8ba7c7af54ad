package io.listwatch.server;

import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from a storage every few seconds, so that whoever asks whether it answers need not wait for
 * it. Says in the log when it ceases to, and when it does so again.
 *
 * <p>Threads: any may ask. The timers' begins a round and an executor's waits for the storage, one
 * at a time.
 */
final class StorageProbe implements AutoCloseable {
  static final Duration PERIOD = Duration.ofSeconds(2);

  /** As long as a storage may be silent: a cluster needs some seconds to choose another leader. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(StorageProbe.class);

  /** Of nothing: what is read is of no interest. */
  private static final Key NOTHING = Key.of("listwatch/probe");

  private final Storage storage;
  private final Executor workers;
  private final Timers timers;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /** By the monotonic clock. */
  private volatile long lastAnswer;

  /** Whether the last round failed. Touched by one round at a time. */
  private volatile boolean failing;

  /** Begins. Whoever gives us a storage has opened it, so it counts as having answered. */
  StorageProbe(Storage storage, Executor workers, Timers timers) {
    this.storage = storage;
    this.workers = workers;
    this.timers = timers;
    this.lastAnswer = timers.nanoTime();
    scheduleNext();
  }

  boolean answers() {
    return timers.nanoTime() - lastAnswer <= PATIENCE.toNanos();
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
      boolean unused = storage.get(NOTHING).isPresent();
      lastAnswer = timers.nanoTime();
      if (failing) {
        log.info("storage answers again");
      }
      failing = false;
    } catch (StorageException failure) {
      if (!failing && !closed) {
        log.warn("storage does not answer: {}", failure.getMessage());
      }
      failing = true;
    }
    scheduleNext();
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
