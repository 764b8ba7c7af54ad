package io.listwatch.console;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations in buckets, each a quarter of a power of two wide, from which quantiles of an
 * interval are read.
 *
 * <p>Thread-safe.
 */
final class Latencies {
  /** From a microsecond to more than an hour. */
  private static final int BUCKETS = 128;

  private static final double SMALLEST = 1e-6;
  private static final double PER_DOUBLING = 4;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  void record(double seconds) {
    double doublings = Math.log(Math.max(seconds, SMALLEST) / SMALLEST) / Math.log(2);
    counts.incrementAndGet((int) Math.min(BUCKETS - 1, doublings * PER_DOUBLING));
  }

  /** Returns the counts up to now. */
  long[] snapshot() {
    var copy = new long[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      copy[i] = counts.get(i);
    }
    return copy;
  }

  /** Returns a quantile of the durations between two snapshots, in seconds; 0 if there are none. */
  static double quantile(double part, long[] from, long[] to) {
    long total = 0;
    for (int i = 0; i < BUCKETS; i++) {
      total += to[i] - from[i];
    }
    long left = (long) Math.ceil(total * part);
    for (int i = 0; i < BUCKETS && left > 0; i++) {
      left -= to[i] - from[i];
      if (left <= 0) {
        return SMALLEST * Math.pow(2, (i + 1) / PER_DOUBLING);
      }
    }
    return 0;
  }
}
