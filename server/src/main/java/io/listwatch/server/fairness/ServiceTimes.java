package io.listwatch.server.fairness;

/**
 * The mean durations of a level's recent requests: those of one seat, and wider ones. A queue is
 * charged with them when it dispatches a request, because the real duration comes too late: a queue
 * whose long lists are charged only when they end seems to have received little until then, and
 * would be dispatched before one that has received nothing.
 *
 * <p>Guarded by the lock of its {@link QueueSet}.
 */
final class ServiceTimes {
  /** The assumed duration before the first request has ended, the same as in kube-apiserver. */
  static final long FIRST_NANOS = 3_000_000;

  /** A new duration changes the mean by this part of the difference. */
  private static final int WEIGHT = 8;

  private long narrow = FIRST_NANOS;
  private long wide = FIRST_NANOS;

  long estimate(WorkEstimate work) {
    return work.narrow() ? narrow : wide;
  }

  void add(WorkEstimate work, long nanos) {
    if (work.narrow()) {
      narrow += (nanos - narrow) / WEIGHT;
    } else {
      wide += (nanos - wide) / WEIGHT;
    }
  }
}
