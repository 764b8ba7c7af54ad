package io.listwatch.workloads.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The next step of a rolling update: first the new ReplicaSet grows as far as the surge allows,
 * then old ones shrink as far as enough pods stay available.
 */
final class RollingUpdate {
  private RollingUpdate() {}

  /** Returns the size for the new set: no more pods in total than the surge allows. */
  static int newSize(Fenceposts posts, SetSize newSet, List<SetSize> oldSets) {
    int current = newSet.replicas();
    if (current >= posts.replicas()) {
      return posts.replicas();
    }
    int room = posts.maxTotal() - current - SetSize.total(oldSets);
    return current + Math.max(0, Math.min(room, posts.replicas() - current));
  }

  /**
   * Returns the new sizes of the old sets that shrink, by name; empty if none may.
   *
   * <p>Unavailable pods are removed first, because that costs no availability, then available ones.
   * Pods of the new set that are not available yet count as if they never would be.
   */
  static Map<String, Integer> oldSizes(Fenceposts posts, SetSize newSet, List<SetSize> oldSets) {
    List<SetSize> old = oldSets.stream().sorted(SetSize.BY_AGE).toList();
    int total = SetSize.total(old) + newSet.replicas();
    int newUnavailable = newSet.replicas() - newSet.available();
    int removable = total - posts.minAvailable() - newUnavailable;
    if (removable <= 0 || SetSize.total(old) == 0) {
      return Map.of();
    }
    List<SetSize> healthy = withoutUnavailable(old, removable);
    List<SetSize> result = withoutSurplus(healthy, newSet, posts);
    return changes(old, result);
  }

  private static List<SetSize> withoutUnavailable(List<SetSize> old, int atMost) {
    int left = atMost;
    var result = new ArrayList<SetSize>();
    for (SetSize set : old) {
      int removed = Math.max(0, Math.min(left, set.replicas() - set.available()));
      left -= removed;
      result.add(set.scaledTo(set.replicas() - removed));
    }
    return result;
  }

  private static List<SetSize> withoutSurplus(List<SetSize> old, SetSize newSet, Fenceposts posts) {
    int available = SetSize.totalAvailable(old) + newSet.available();
    int left = Math.max(0, available - posts.minAvailable());
    var result = new ArrayList<SetSize>();
    for (SetSize set : old) {
      int removed = Math.min(left, set.replicas());
      left -= removed;
      result.add(set.scaledTo(set.replicas() - removed));
    }
    return result;
  }

  private static Map<String, Integer> changes(List<SetSize> before, List<SetSize> after) {
    var changes = new LinkedHashMap<String, Integer>();
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i).replicas() != after.get(i).replicas()) {
        changes.put(before.get(i).name(), after.get(i).replicas());
      }
    }
    return changes;
  }
}
