package io.listwatch.workloads.deployment;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scales a Deployment in the middle of a rollout: every active ReplicaSet grows or shrinks in
 * proportion, so that scaling does not hasten the rollout.
 */
final class ProportionalScaling {
  private ProportionalScaling() {}

  /**
   * Returns the size of each active set by name, including unchanged ones.
   *
   * @param active the sets with pods, including the new one
   * @param deploymentReplicas {@code status.replicas} of the Deployment, for sets whose {@code max}
   *     is unknown
   */
  static Map<String, Integer> sizes(
      Fenceposts posts, List<SetSize> active, int deploymentReplicas) {
    int allowed = posts.replicas() > 0 ? posts.maxTotal() : 0;
    int toAdd = allowed - SetSize.total(active);
    List<SetSize> largestFirst = active.stream().sorted(bySize(toAdd)).toList();
    var sizes = new LinkedHashMap<String, Integer>();
    int added = 0;
    for (SetSize set : largestFirst) {
      int share = share(posts, set, deploymentReplicas, toAdd, added);
      sizes.put(set.name(), set.replicas() + share);
      added += share;
    }
    int leftover = toAdd - added;
    if (!largestFirst.isEmpty()) {
      sizes.computeIfPresent(
          largestFirst.get(0).name(), (name, size) -> Math.max(0, size + leftover));
    }
    return sizes;
  }

  /** Of sets of the same size, the newer ones grow first and the older ones shrink first. */
  private static Comparator<SetSize> bySize(int toAdd) {
    Comparator<SetSize> largest = Comparator.comparingInt(SetSize::replicas).reversed();
    return largest.thenComparing(toAdd > 0 ? SetSize.BY_AGE.reversed() : SetSize.BY_AGE);
  }

  private static int share(
      Fenceposts posts, SetSize set, int deploymentReplicas, int toAdd, int added) {
    int allowed = toAdd - added;
    if (set.replicas() == 0 || allowed == 0) {
      return 0;
    }
    int fraction = fraction(posts, set, deploymentReplicas);
    return toAdd > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
  }

  private static int fraction(Fenceposts posts, SetSize set, int deploymentReplicas) {
    if (posts.replicas() == 0) {
      return -set.replicas();
    }
    int before = set.max() > 0 ? set.max() : deploymentReplicas;
    if (before == 0) {
      return 0;
    }
    double size = (double) set.replicas() * posts.maxTotal() / before;
    return (int) Math.floor(size + 0.5) - set.replicas();
  }
}
