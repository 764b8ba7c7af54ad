package io.listwatch.time;

import java.time.Duration;
import java.time.Instant;

/**
 * Where time comes from: a clock to measure with, a clock to show, and a way to be called later.
 *
 * <p>Thread-safe. Everything that waits is built on {@link #schedule}, so a test that owns the
 * timers owns every wait.
 */
public interface Timers {
  /** The system's clock and one shared daemon thread, which ends when it has had nothing to do. */
  static Timers system() {
    return SystemTimers.INSTANCE;
  }

  /** Monotonic nanoseconds, for measuring; only differences mean anything. */
  long nanoTime();

  /** The wall clock, for showing to people and writing into objects; never for measuring. */
  Instant now();

  /**
   * Runs {@code task} once, {@code delay} from now, on the timers' own thread; a delay that is not
   * positive means as soon as possible. The task must be quick and must not wait: it wakes
   * somebody.
   */
  Timer schedule(Duration delay, Runnable task);

  /** A task that has been scheduled. */
  interface Timer {
    /** Prevents the task from running if it has not started; harmless otherwise. */
    void cancel();
  }
}
