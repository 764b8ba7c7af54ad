package io.listwatch.workloads.job;

import java.time.Instant;
import java.util.List;

/**
 * The fields of a Job's pod that the rules need.
 *
 * @param index the completion index, or -1 if it has none
 * @param deleting true if it has a deletionTimestamp
 * @param tracked true if it has the finalizer that {@link PodTracking} removes
 * @param restarts the sum over all containers
 * @param exits the terminated containers, in the order of {@code containerStatuses} and then {@code
 *     initContainerStatuses}
 * @param finished when it finished, or its best estimate
 * @param indexFailures how often its index had failed when it was created
 * @param ignoredIndexFailures how many more failures the pod failure policy ignored
 */
record JobPod(
    String namespace,
    String name,
    String uid,
    int index,
    PodPhase phase,
    boolean deleting,
    boolean ready,
    boolean scheduled,
    boolean tracked,
    int restarts,
    List<Exit> exits,
    List<Condition> conditions,
    Instant finished,
    int indexFailures,
    int ignoredIndexFailures) {

  JobPod {
    exits = List.copyOf(exits);
    conditions = List.copyOf(conditions);
  }

  boolean active() {
    return !phase.terminal() && !deleting;
  }

  boolean terminating() {
    return !phase.terminal() && deleting;
  }

  int allIndexFailures() {
    return indexFailures + ignoredIndexFailures;
  }

  /** A terminated container. */
  record Exit(String container, int code) {}

  /** A pod condition. */
  record Condition(String type, String status) {}
}
