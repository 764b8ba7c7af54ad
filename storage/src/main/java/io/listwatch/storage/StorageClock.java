package io.listwatch.storage;

import java.time.Instant;

/**
 * What tells an embedded engine the time, so that keys can expire and history can age. Engines ask
 * nobody else: whoever opens one brings the clock, and a test brings one that it moves.
 *
 * <p>Thread-safe. Engines call it without holding a lock.
 */
public interface StorageClock {
  /** The wall clock. An engine that keeps files writes it down and compares it after a restart. */
  Instant now();

  /**
   * Runs {@code task} once, when {@link #now} is {@code time} or as soon as possible if that is
   * past, on a thread of the clock's. The task is quick: it waits for no disk and no network.
   *
   * <p>A time, not a delay, so that the clock may move between asking for the one and the other.
   */
  Timer schedule(Instant time, Runnable task);

  /** A task that has been scheduled. */
  interface Timer {
    /** Prevents the task from running if it has not started; harmless otherwise. */
    void cancel();
  }
}
