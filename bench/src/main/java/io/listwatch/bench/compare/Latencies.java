package io.listwatch.bench.compare;

import java.util.Arrays;

/** Records delivery latencies, up to a fixed number. Thread-safe. */
final class Latencies {
  private final long[] nanos;
  private int count;

  Latencies(int most) {
    nanos = new long[most];
  }

  synchronized void add(long taken) {
    if (count < nanos.length) {
      nanos[count++] = taken;
    }
  }

  synchronized int count() {
    return count;
  }

  /**
   * Returns a percentile in milliseconds.
   *
   * @param part such as 0.99
   */
  synchronized double millis(double part) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return count == 0 ? Double.NaN : sorted[(int) Math.ceil(count * part) - 1] / 1e6;
  }
}
