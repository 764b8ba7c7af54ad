package io.listwatch.workloads.statefulset;

import java.util.List;
import java.util.function.Predicate;

/** The numbers in a StatefulSet's status. */
record ReplicaCounts(
    int replicas, int ready, int available, int current, int updated, String currentRevision) {

  /**
   * Counts pods. When all are updated and ready, the rollout is over and the update revision
   * becomes the current one.
   *
   * @param leaving the number of pods of the current revision that this update deletes now
   */
  static ReplicaCounts of(StatefulSetState set, List<StatefulPod> pods, int leaving) {
    int ready = count(pods, StatefulPod::ready);
    int available = count(pods, pod -> pod.ready() && pod.available());
    int updated = count(pods, pod -> at(pod, set.updateRevision()));
    if (updated == set.replicas() && ready == set.replicas() && pods.size() == set.replicas()) {
      return new ReplicaCounts(
          pods.size(), ready, available, updated, updated, set.updateRevision());
    }
    int current = count(pods, pod -> at(pod, set.currentRevision())) - leaving;
    return new ReplicaCounts(
        pods.size(), ready, available, Math.max(0, current), updated, set.currentRevision());
  }

  private static int count(List<StatefulPod> pods, Predicate<StatefulPod> which) {
    return (int) pods.stream().filter(which).count();
  }

  private static boolean at(StatefulPod pod, String revision) {
    return !pod.terminating() && pod.revision().equals(revision);
  }
}
