package io.listwatch.workloads.daemonset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.PodTemplates;
import io.listwatch.workloads.object.ApiObject;
import java.util.Optional;

/**
 * Creates the pods of DaemonSets: they tolerate the taints of a failing node, and each can run on
 * one node only.
 */
final class DaemonPodTemplate {
  static final String REVISION = "controller-revision-hash";
  private static final String GENERATION = "pod-template-generation";
  private static final String NAME_FIELD = "metadata.name";

  private DaemonPodTemplate() {}

  /** Returns a pod without a node, to determine which nodes are eligible. */
  static ApiObject pod(ApiObject set) {
    return PodTemplates.pod(DaemonSetController.DAEMON_SETS, set, set.spec().path("template"))
        .edited(pod -> tolerate(pod.withObject("/spec")));
  }

  /** Returns a pod for one node. The scheduler binds it, because of its node affinity. */
  static ApiObject pod(ApiObject set, String node, String hash) {
    return pod(set)
        .edited(
            pod -> {
              ObjectNode labels = pod.withObject("/metadata").withObject("/labels");
              labels.put(REVISION, hash);
              set.annotation("deprecated.daemonset.template.generation")
                  .ifPresent(generation -> labels.put(GENERATION, generation));
              bind(pod.withObject("/spec"), node);
            });
  }

  private static void tolerate(ObjectNode spec) {
    tolerate(spec, "not-ready", "NoExecute");
    tolerate(spec, "unreachable", "NoExecute");
    tolerate(spec, "disk-pressure", "NoSchedule");
    tolerate(spec, "memory-pressure", "NoSchedule");
    tolerate(spec, "pid-pressure", "NoSchedule");
    tolerate(spec, "unschedulable", "NoSchedule");
    if (spec.path("hostNetwork").asBoolean()) {
      tolerate(spec, "network-unavailable", "NoSchedule");
    }
  }

  private static void tolerate(ObjectNode spec, String condition, String effect) {
    ArrayNode tolerations = spec.withArray("/tolerations");
    String key = "node.kubernetes.io/" + condition;
    for (JsonNode present : tolerations) {
      boolean same =
          present.path("key").asText().equals(key)
              && present.path("effect").asText().equals(effect)
              && present.path("operator").asText().equals("Exists")
              && !present.has("tolerationSeconds");
      if (same) {
        return;
      }
    }
    tolerations.addObject().put("key", key).put("operator", "Exists").put("effect", effect);
  }

  /** Replaces the required node affinity, which the node is known to meet, by the node's name. */
  private static void bind(ObjectNode spec, String node) {
    ObjectNode required =
        spec.withObject("/affinity")
            .withObject("/nodeAffinity")
            .putObject("requiredDuringSchedulingIgnoredDuringExecution");
    required
        .putArray("nodeSelectorTerms")
        .addObject()
        .putArray("matchFields")
        .addObject()
        .put("key", NAME_FIELD)
        .put("operator", "In")
        .putArray("values")
        .add(node);
  }

  /** Returns the node of a pod: the one it runs on, or the one it can only run on. */
  static Optional<String> node(ApiObject pod) {
    String bound = pod.spec().path("nodeName").asText();
    if (!bound.isEmpty()) {
      return Optional.of(bound);
    }
    JsonNode terms =
        pod.spec()
            .at(
                "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                    + "/nodeSelectorTerms");
    for (JsonNode term : terms) {
      for (JsonNode field : term.path("matchFields")) {
        if (field.path("key").asText().equals(NAME_FIELD) && field.path("values").size() == 1) {
          return Optional.of(field.at("/values/0").asText());
        }
      }
    }
    return Optional.empty();
  }
}
