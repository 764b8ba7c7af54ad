package io.listwatch.storage;

import java.time.Instant;

/**
 * The time and the timers of an embedded engine, for expiring keys and for the age of history.
 * Engines use no other clock, so a test can pass one that it moves itself.
 *
 * <p>Thread-safe. Engines call it without holding a lock.
 */
public interface StorageClock {
  /**
   * Returns the wall-clock time. An engine with files stores it and compares it after a restart.
   */
  Instant now();

  /**
   * Runs {@code task} once on a thread of the clock, when {@link #now} reaches {@code time}, or as
   * soon as possible if that is past. The task is quick: it does not wait for a disk or the
   * network.
   *
   * <p>Takes a time rather than a delay, so that the clock may move between a call of {@link #now}
   * and this one.
   */
  Timer schedule(Instant time, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Prevents the task from running unless it has already started. */
    void cancel();
  }
}
