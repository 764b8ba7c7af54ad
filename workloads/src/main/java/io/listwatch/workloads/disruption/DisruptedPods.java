package io.listwatch.workloads.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The pods whose eviction was approved but which are not terminating yet, with the time of
 * approval. They do not count as healthy. An entry that is too old was a mistake and is dropped.
 */
record DisruptedPods(Map<String, Instant> approvals) {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  DisruptedPods {
    approvals = Map.copyOf(approvals);
  }

  /**
   * Returns the entries that are still valid.
   *
   * @param alive names of the pods that exist and are not terminating
   */
  DisruptedPods at(Instant now, Collection<String> alive) {
    var kept = new TreeMap<>(approvals);
    kept.keySet().retainAll(alive);
    kept.values().removeIf(approved -> approved.plus(TIMEOUT).isBefore(now));
    return new DisruptedPods(kept);
  }

  boolean has(String pod) {
    return approvals.containsKey(pod);
  }

  /** Returns how long until the first entry is too old. */
  Optional<Duration> untilNextTimeout(Instant now) {
    return approvals.values().stream()
        .min(Instant::compareTo)
        .map(approved -> Duration.between(now, approved.plus(TIMEOUT)).plusMillis(1));
  }
}
