package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.NodeSelector;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Checks for other controllers whether a pod may run on a node, regardless of free resources. */
public final class NodeFit {
  private NodeFit() {}

  /** True if a node matches the pod's nodeName, node selector and required node affinity. */
  public static boolean selects(ApiObject pod, ApiObject node) {
    String name = pod.spec().path("nodeName").asText();
    return (name.isEmpty() || name.equals(node.name()))
        && NodeAffinity.of(pod).allows(NodeSelector.labels(node));
  }

  /** Returns the first taint that keeps a new pod away from a node. */
  public static Optional<JsonNode> untolerated(ApiObject pod, ApiObject node) {
    return Taints.untolerated(pod, node);
  }

  /** Returns the first toleration of a pod that matches a taint. */
  public static Optional<JsonNode> toleration(ApiObject pod, JsonNode taint) {
    return StreamSupport.stream(pod.spec().path("tolerations").spliterator(), false)
        .filter(toleration -> Taints.tolerates(toleration, taint))
        .findFirst();
  }

  /** True if a pod that runs on the node may stay: it tolerates all taints with NoExecute. */
  public static boolean mayStay(ApiObject pod, ApiObject node) {
    ApiObject evicting =
        node.edited(
            json ->
                json.withObject("/spec")
                    .withArray("/taints")
                    .removeIf(taint -> !taint.path("effect").asText().equals("NoExecute")));
    return Taints.untolerated(pod, evicting).isEmpty();
  }
}
