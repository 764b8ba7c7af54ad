package io.listwatch.workloads.daemonset;

import java.util.List;
import java.util.Optional;

/** The numbers in a DaemonSet's status. */
record DaemonCounts(
    int desired, int current, int misscheduled, int ready, int updated, int available) {

  /** Counts nodes by their oldest pod. */
  static DaemonCounts of(List<DaemonNode> nodes) {
    int desired = 0;
    int current = 0;
    int misscheduled = 0;
    int ready = 0;
    int updated = 0;
    int available = 0;
    for (DaemonNode node : nodes) {
      Optional<DaemonPod> pod = node.pods().stream().min(DaemonPod.OLDEST_FIRST);
      if (node.shouldRun()) {
        desired++;
        current += pod.isPresent() ? 1 : 0;
        ready += pod.filter(DaemonPod::ready).isPresent() ? 1 : 0;
        available += pod.filter(DaemonPod::available).isPresent() ? 1 : 0;
        updated += pod.filter(DaemonPod::updated).isPresent() ? 1 : 0;
      } else {
        misscheduled += pod.isPresent() ? 1 : 0;
      }
    }
    return new DaemonCounts(desired, current, misscheduled, ready, updated, available);
  }
}
