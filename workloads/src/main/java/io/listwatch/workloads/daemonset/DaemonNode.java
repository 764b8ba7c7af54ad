package io.listwatch.workloads.daemonset;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A node and the pods of one DaemonSet on it.
 *
 * @param shouldRun true if a pod should be started there
 * @param mayStay true if a pod that is there may stay
 */
record DaemonNode(String name, boolean shouldRun, boolean mayStay, List<DaemonPod> pods) {
  DaemonNode {
    pods = List.copyOf(pods);
  }

  /** Returns the pods that are not being deleted, the oldest first. */
  List<DaemonPod> alive() {
    return pods.stream().filter(pod -> !pod.terminating()).sorted(DaemonPod.OLDEST_FIRST).toList();
  }

  Optional<DaemonPod> updated() {
    return oldest(DaemonPod::updated);
  }

  Optional<DaemonPod> outdated() {
    return oldest(pod -> !pod.updated());
  }

  private Optional<DaemonPod> oldest(Predicate<DaemonPod> which) {
    return alive().stream().filter(which).findFirst();
  }

  /** True if there is more than one pod of the same template, which {@link NodePods} deletes. */
  boolean crowded() {
    long updated = alive().stream().filter(DaemonPod::updated).count();
    return updated > 1 || alive().size() - updated > 1;
  }
}
