package io.listwatch.workloads.scheduler;

import io.listwatch.workloads.object.ApiObject;
import java.util.Collection;

/**
 * All that is known about a pod before the first node is looked at, like the state that
 * kube-scheduler's plug-ins compute in PreFilter.
 */
record CycleState(
    ApiObject pod,
    PodInfo info,
    boolean toleratesCordon,
    NodeAffinity nodeAffinity,
    PodAffinity podAffinity,
    TopologySpread spread) {
  static CycleState of(ApiObject pod, Collection<NodeState> nodes) {
    PodInfo info = PodInfo.of(pod);
    NodeAffinity affinity = NodeAffinity.of(pod);
    return new CycleState(
        pod,
        info,
        Taints.toleratesCordon(pod),
        affinity,
        PodAffinity.of(pod, info, nodes),
        TopologySpread.of(pod, info, affinity, nodes));
  }
}
