package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.NodeSelector;
import io.listwatch.workloads.object.Selectors;

/**
 * The node selector and the node affinity of a pod.
 *
 * @param selector the selector in {@code spec.nodeSelector}
 * @param required a node selector, or a missing node
 * @param preferred a list of preferences, or a missing node
 */
record NodeAffinity(LabelSelector selector, JsonNode required, JsonNode preferred) {
  static NodeAffinity of(ApiObject pod) {
    JsonNode affinity = pod.spec().at("/affinity/nodeAffinity");
    return new NodeAffinity(
        Selectors.ofLabels(ApiObject.strings(pod.spec().path("nodeSelector"))),
        affinity.path("requiredDuringSchedulingIgnoredDuringExecution"),
        affinity.path("preferredDuringSchedulingIgnoredDuringExecution"));
  }

  /**
   * True if the pod may run on a node.
   *
   * @param node as {@link NodeSelector#labels} returns them
   */
  boolean allows(Labels node) {
    return selector.matches(node) && NodeSelector.matches(required, node);
  }

  /** Returns the sum of the weights of the preferences that a node meets. */
  long preference(Labels node) {
    long sum = 0;
    for (JsonNode each : preferred) {
      boolean met = NodeSelector.matchesTerm(each.path("preference"), node);
      sum += met ? each.path("weight").asInt() : 0;
    }
    return sum;
  }
}
