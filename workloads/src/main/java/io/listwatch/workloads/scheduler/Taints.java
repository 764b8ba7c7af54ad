package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.listwatch.workloads.object.ApiObject;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Taints of nodes, and the tolerations of pods. */
final class Taints {
  private static final JsonNode CORDON =
      JsonNodeFactory.instance
          .objectNode()
          .put("key", "node.kubernetes.io/unschedulable")
          .put("effect", "NoSchedule");

  private Taints() {}

  /** Returns the first taint that keeps a pod away from a node. */
  static Optional<JsonNode> untolerated(ApiObject pod, ApiObject node) {
    return taints(node)
        .filter(taint -> !taint.path("effect").asText().equals("PreferNoSchedule"))
        .filter(taint -> !tolerated(pod, taint))
        .findFirst();
  }

  /** Returns the number of PreferNoSchedule taints that a pod does not tolerate. */
  static int unpreferred(ApiObject pod, ApiObject node) {
    return (int)
        taints(node)
            .filter(taint -> taint.path("effect").asText().equals("PreferNoSchedule"))
            .filter(taint -> !tolerated(pod, taint))
            .count();
  }

  /** True if a pod may run on nodes that users have cordoned, such as a pod of a DaemonSet. */
  static boolean toleratesCordon(ApiObject pod) {
    return tolerated(pod, CORDON);
  }

  private static Stream<JsonNode> taints(ApiObject node) {
    return StreamSupport.stream(node.spec().path("taints").spliterator(), false);
  }

  private static boolean tolerated(ApiObject pod, JsonNode taint) {
    return StreamSupport.stream(pod.spec().path("tolerations").spliterator(), false)
        .anyMatch(toleration -> tolerates(toleration, taint));
  }

  static boolean tolerates(JsonNode toleration, JsonNode taint) {
    String effect = toleration.path("effect").asText();
    String key = toleration.path("key").asText();
    boolean exists = toleration.path("operator").asText().equals("Exists");
    boolean sameEffect = effect.isEmpty() || effect.equals(taint.path("effect").asText());
    boolean sameKey = key.isEmpty() ? exists : key.equals(taint.path("key").asText());
    String value = toleration.path("value").asText();
    return sameEffect && sameKey && (exists || value.equals(taint.path("value").asText()));
  }
}
