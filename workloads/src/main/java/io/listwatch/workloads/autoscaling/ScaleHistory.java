package io.listwatch.workloads.autoscaling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The earlier proposals for one target, and how it was scaled.
 *
 * <p>Immutable.
 */
record ScaleHistory(List<Entry> proposed, List<Entry> changes) {
  static final ScaleHistory NONE = new ScaleHistory(List.of(), List.of());

  /** The longest stabilization window, and the longest period of a policy. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private static final int MAX_ENTRIES = 1000;

  ScaleHistory {
    proposed = List.copyOf(proposed);
    changes = List.copyOf(changes);
  }

  record Entry(Instant at, int replicas) {}

  ScaleHistory withProposal(int replicas, Instant now) {
    return new ScaleHistory(with(proposed, new Entry(now, replicas)), changes);
  }

  ScaleHistory withChange(int replicas, Instant now) {
    return new ScaleHistory(proposed, with(changes, new Entry(now, replicas)));
  }

  private static List<Entry> with(List<Entry> entries, Entry added) {
    var kept = new ArrayList<>(entries);
    kept.removeIf(each -> each.at().isBefore(added.at().minus(LONGEST)));
    if (kept.size() == MAX_ENTRIES) {
      kept.remove(0);
    }
    kept.add(added);
    return kept;
  }

  IntStream proposals(Instant since) {
    return proposed.stream().filter(each -> each.at().isAfter(since)).mapToInt(Entry::replicas);
  }

  /**
   * Returns the number of replicas that were added since then, minus the number that were removed.
   */
  int change(Instant since) {
    return changes.stream()
        .filter(each -> each.at().isAfter(since))
        .mapToInt(Entry::replicas)
        .sum();
  }
}
