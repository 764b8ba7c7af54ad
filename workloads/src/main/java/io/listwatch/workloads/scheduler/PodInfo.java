package io.listwatch.workloads.scheduler;

import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import java.util.List;

/**
 * The facts about a pod on a node that the scheduler uses. Holds no JSON tree, because there are
 * many pods, and is computed once, because every waiting pod is compared with all of them.
 *
 * @param controller the uid of the pod's controller; empty if it has none
 * @param antiAffinity the terms that keep other pods away
 */
record PodInfo(
    String uid,
    String namespace,
    Labels labels,
    String controller,
    boolean terminating,
    Requests requests,
    List<HostPorts.Port> ports,
    List<AffinityTerm> antiAffinity) {
  PodInfo {
    ports = List.copyOf(ports);
    antiAffinity = List.copyOf(antiAffinity);
  }

  static PodInfo of(ApiObject pod) {
    return new PodInfo(
        pod.uid(),
        pod.namespace(),
        pod.labels(),
        pod.controller().map(OwnerReference::uid).orElse(""),
        pod.terminating(),
        Requests.of(pod),
        HostPorts.of(pod),
        AffinityTerm.required(pod, "podAntiAffinity"));
  }
}
