package io.listwatch.workloads.scheduler;

import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.NodeSelector;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A node and its pods, including those that were bound a moment ago.
 *
 * <p>Used by the scheduler's worker only.
 */
final class NodeState {
  private final ApiObject node;
  private final Labels labels;
  private final Requests allocatable;
  private final Map<String, PodInfo> pods = new LinkedHashMap<>();

  /** The pods with a required anti-affinity, which are few. */
  private final Map<String, PodInfo> repelling = new LinkedHashMap<>();

  /** The number of pods by the uid of their controller. */
  private final Map<String, Integer> controllers = new HashMap<>();

  private Requests used = Requests.NONE;

  NodeState(ApiObject node) {
    this.node = node;
    this.allocatable = Requests.of(node.status().path("allocatable"));
    this.labels = NodeSelector.labels(node);
  }

  /** Adds a pod that is not on the node. */
  void add(PodInfo pod) {
    pods.put(pod.uid(), pod);
    if (!pod.antiAffinity().isEmpty()) {
      repelling.put(pod.uid(), pod);
    }
    if (!pod.controller().isEmpty()) {
      controllers.merge(pod.controller(), 1, Integer::sum);
    }
    used = used.plus(pod.requests());
  }

  /** Removes a pod that {@link #add} has added. */
  void remove(PodInfo pod) {
    pods.remove(pod.uid());
    repelling.remove(pod.uid());
    controllers.computeIfPresent(
        pod.controller(), (uid, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    used = used.minus(pod.requests());
  }

  ApiObject node() {
    return node;
  }

  String name() {
    return node.name();
  }

  Labels labels() {
    return labels;
  }

  Collection<PodInfo> pods() {
    return pods.values();
  }

  /** Returns the pods with a required anti-affinity. */
  Collection<PodInfo> repelling() {
    return repelling.values();
  }

  /** Returns the number of pods with a controller; 0 if {@code uid} is empty. */
  int controlledBy(String uid) {
    return controllers.getOrDefault(uid, 0);
  }

  Requests allocatable() {
    return allocatable;
  }

  Requests used() {
    return used;
  }
}
