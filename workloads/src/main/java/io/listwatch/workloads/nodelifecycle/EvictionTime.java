package io.listwatch.workloads.nodelifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.scheduler.NodeFit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Computes when a pod has to leave a node, from the pod and the node's taints. */
final class EvictionTime {
  private EvictionTime() {}

  /**
   * Returns when the pod is to be deleted; empty if it may stay. The shortest {@code
   * tolerationSeconds} of the tolerations that match counts.
   *
   * @param since when the pod was first seen with these taints
   */
  static Optional<Instant> of(ApiObject pod, ApiObject node, Instant since) {
    List<JsonNode> taints = noExecute(node);
    var used = new ArrayList<JsonNode>();
    for (JsonNode taint : taints) {
      Optional<JsonNode> toleration = NodeFit.toleration(pod, taint);
      if (toleration.isEmpty()) {
        return Optional.of(since);
      }
      used.add(toleration.get());
    }
    return used.stream()
        .filter(toleration -> toleration.has("tolerationSeconds"))
        .map(toleration -> Math.max(0, toleration.path("tolerationSeconds").asLong()))
        .min(Long::compare)
        .map(since::plusSeconds);
  }

  static List<JsonNode> noExecute(ApiObject node) {
    var taints = new ArrayList<JsonNode>();
    for (JsonNode taint : node.spec().path("taints")) {
      if (taint.path("effect").asText().equals("NoExecute")) {
        taints.add(taint);
      }
    }
    return taints;
  }
}
