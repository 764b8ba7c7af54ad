package io.listwatch.bench.storage;

import java.util.concurrent.Callable;

/** Repeats an action for the duration of a measurement. */
record Stopwatch(double seconds) {
  private static final double NANOS = 1e9;

  /** Returns the end time of a measurement that starts now. */
  long deadline() {
    return System.nanoTime() + (long) (seconds * NANOS);
  }

  /**
   * Returns the number of actions per second.
   *
   * @param step returns the number of actions that it performed
   */
  double rate(Callable<Integer> step) {
    long done = 0;
    long start = System.nanoTime();
    long deadline = deadline();
    try {
      while (System.nanoTime() < deadline) {
        done += step.call();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the measurement failed", e);
    }
    return done / ((System.nanoTime() - start) / NANOS);
  }

  static double secondsSince(long start) {
    return (System.nanoTime() - start) / NANOS;
  }
}
