package io.listwatch.time;

import java.time.Duration;
import java.time.Instant;

/**
 * A monotonic clock, a wall clock and a scheduler.
 *
 * <p>Thread-safe. Everything that waits is built on {@link #schedule}, so a test that supplies the
 * timers controls every wait.
 */
public interface Timers {
  /** Returns the system clock with one shared daemon thread, which ends when it is idle. */
  static Timers system() {
    return SystemTimers.INSTANCE;
  }

  /** Returns monotonic nanoseconds, for measuring; only differences mean anything. */
  long nanoTime();

  /**
   * Returns the wall-clock time, for display and for timestamps in objects, never for measuring.
   */
  Instant now();

  /**
   * Runs {@code task} once, {@code delay} from now, on the timers' own thread; a delay that is not
   * positive means as soon as possible. The task must be fast and must not block: it only wakes
   * another thread.
   */
  Timer schedule(Duration delay, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Prevents the task from running if it has not started; harmless otherwise. */
    void cancel();
  }
}
