package io.listwatch.bench.compare;

import java.util.Arrays;

/** How long deliveries took, up to a number of them. Thread-safe. */
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

  /** What so large a part of them took at most. */
  synchronized double millis(double part) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return count == 0 ? Double.NaN : sorted[(int) Math.ceil(count * part) - 1] / 1e6;
  }
}
