package io.listwatch.bench.load;

/**
 * Counts of latencies in buckets of a tenth of a millisecond, up to ten seconds. The last bucket
 * counts all longer ones.
 *
 * <p>Threads: one writes; others may read once it has finished.
 */
final class LatencyHistogram {
  private static final int BUCKETS = 100_000;
  private static final long BUCKET_NANOS = 100_000;

  private final long[] counts = new long[BUCKETS];
  private long most;

  void add(long nanos) {
    counts[(int) Math.min(nanos / BUCKET_NANOS, BUCKETS - 1)]++;
    most = Math.max(most, nanos);
  }

  /**
   * Returns a percentile in milliseconds; NaN if there are no latencies.
   *
   * @param part such as 0.99
   */
  double millis(double part) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    long below = 0;
    for (int i = 0; i < BUCKETS; i++) {
      below += counts[i];
      if (all > 0 && below >= all * part) {
        return (i + 1) * BUCKET_NANOS / 1e6;
      }
    }
    return Double.NaN;
  }

  /** Returns the longest latency in milliseconds. */
  double maxMillis() {
    return most / 1e6;
  }
}
