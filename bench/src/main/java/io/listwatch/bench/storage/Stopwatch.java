package io.listwatch.bench.storage;

import java.util.concurrent.Callable;

/** Does something again and again for as long as a figure is given. */
record Stopwatch(double seconds) {
  private static final double NANOS = 1e9;

  /** When a figure that is begun now is over. */
  long deadline() {
    return System.nanoTime() + (long) (seconds * NANOS);
  }

  /**
   * Answers how often a second it can be done.
   *
   * @param step answers how many times it was done at once
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
      throw new IllegalStateException("could not be measured", e);
    }
    return done / ((System.nanoTime() - start) / NANOS);
  }

  static double secondsSince(long start) {
    return (System.nanoTime() - start) / NANOS;
  }
}
