package io.listwatch.workloads.daemonset;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Delays the replacement of failed pods on a node: 1 s after the first one, and twice as long after
 * each further one, up to 15 minutes. A node whose pod has not failed for half an hour starts anew.
 *
 * <p>Immutable.
 *
 * @param nodes by the node's name
 */
record FailedPodBackoff(Map<String, Entry> nodes) {
  static final FailedPodBackoff NONE = new FailedPodBackoff(Map.of());

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(15);

  FailedPodBackoff {
    nodes = Map.copyOf(nodes);
  }

  /** The delay after the last replacement. */
  record Entry(Duration delay, Instant last) {
    private boolean expired(Instant now) {
      return last.plus(LONGEST.multipliedBy(2)).isBefore(now);
    }
  }

  /** Returns how long the failed pod on a node has to stay, or zero. */
  Duration remaining(String node, Instant now) {
    Entry entry = nodes.get(node);
    if (entry == null) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(now, entry.last().plus(entry.delay()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns the state after a failed pod on a node was deleted. */
  FailedPodBackoff replaced(String node, Instant now) {
    var next = new HashMap<>(nodes);
    next.values().removeIf(entry -> entry.expired(now));
    Entry before = next.get(node);
    Duration doubled = before == null ? FIRST : before.delay().multipliedBy(2);
    next.put(node, new Entry(doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled, now));
    return new FailedPodBackoff(next);
  }
}
