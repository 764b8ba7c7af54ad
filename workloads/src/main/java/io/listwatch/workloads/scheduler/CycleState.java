package io.listwatch.workloads.scheduler;

import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import java.util.Collection;
import java.util.function.Function;

/**
 * The facts about a pod that do not depend on a node, like the state that kube-scheduler's plug-ins
 * compute in PreFilter.
 */
record CycleState(
    ApiObject pod,
    PodInfo info,
    boolean toleratesCordon,
    NodeAffinity nodeAffinity,
    PodAffinity podAffinity,
    TopologySpread spread) {
  /**
   * Computes the facts about a pod, in one pass over all nodes.
   *
   * @param namespaces returns the labels of a namespace
   */
  static CycleState of(
      ApiObject pod, Collection<NodeState> nodes, Function<String, Labels> namespaces) {
    PodInfo info = PodInfo.of(pod);
    NodeAffinity affinity = NodeAffinity.of(pod);
    return new CycleState(
        pod,
        info,
        Taints.toleratesCordon(pod),
        affinity,
        PodAffinity.of(pod, info, nodes, namespaces),
        TopologySpread.of(pod, info, affinity, nodes));
  }
}
