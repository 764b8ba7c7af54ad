package io.listwatch.workloads.scheduler;

import java.util.Comparator;
import java.util.Map;

/**
 * Ranks a node that fits a pod. The best node is first: by preferences, then by spread, then by
 * least usage.
 *
 * @param unpreferred the number of its PreferNoSchedule taints that the pod does not tolerate
 * @param siblings the number of pods on the node with the same controller
 * @param usage the share of the node's scarcest resource that is in use
 */
record NodeScore(
    NodeState node,
    int unpreferred,
    long nodePreference,
    long podPreference,
    long unevenness,
    int siblings,
    double usage) {
  static final Comparator<NodeScore> BEST_FIRST =
      Comparator.comparingInt(NodeScore::unpreferred)
          .thenComparingLong(score -> -score.nodePreference)
          .thenComparingLong(score -> -score.podPreference)
          .thenComparingLong(NodeScore::unevenness)
          .thenComparingInt(NodeScore::siblings)
          .thenComparingDouble(NodeScore::usage)
          .thenComparing(score -> score.node.name());

  static NodeScore of(CycleState cycle, NodeState node) {
    return new NodeScore(
        node,
        Taints.unpreferred(cycle.pod(), node.node()),
        cycle.nodeAffinity().preference(node.labels()),
        cycle.podAffinity().preference(node),
        cycle.spread().unevenness(node),
        node.controlledBy(cycle.info().controller()),
        usage(node));
  }

  private static double usage(NodeState node) {
    double most = -1;
    for (Map.Entry<String, Long> each : node.allocatable().quantities().entrySet()) {
      if (each.getValue() > 0) {
        most = Math.max(most, (double) node.used().of(each.getKey()) / each.getValue());
      }
    }
    return most < 0 ? 1 : most;
  }
}
