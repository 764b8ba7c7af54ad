package io.listwatch.server.fairness;

/**
 * Arithmetic on work: seats times seconds, as a whole number of 10⁻⁸ seat-seconds. If one queue
 * used 600 seats without a pause, this would overflow after more than four years.
 */
final class SeatSeconds {
  private static final long SCALE = 100_000_000;
  private static final double NANOS_PER_UNIT = 1e9 / SCALE;

  private SeatSeconds() {}

  static long of(double seats, long nanos) {
    return Math.round(seats * nanos / NANOS_PER_UNIT);
  }

  /** Returns the time that this work takes on some seats. */
  static long nanos(long work, int seats) {
    return (long) (work * NANOS_PER_UNIT / seats);
  }

  /** Returns kube-apiserver's text, such as {@code 0.00300000ss}. */
  static String text(long work) {
    return "%d.%08dss".formatted(work / SCALE, Math.abs(work % SCALE));
  }
}
