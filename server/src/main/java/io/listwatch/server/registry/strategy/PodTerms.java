package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.JsonTrees;
import java.util.List;

/**
 * What a new pod gets from its surroundings: its account, its priority, and some patience with
 * nodes.
 *
 * @param account the name of its service account
 * @param pullSecrets the account's, for pods without their own
 * @param tokenVolume the name of the volume with the account's token; empty if it gets none
 */
record PodTerms(String account, JsonNode pullSecrets, String tokenVolume, PodPriority priority) {
  /** What there is if nothing is known. */
  static final PodTerms USUAL =
      new PodTerms("default", JsonTrees.read("[]"), "", PodPriority.USUAL);

  private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final int PATIENCE_SECONDS = 300;
  private static final List<String> TROUBLES =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  void apply(ObjectNode pod) {
    ObjectNode spec = pod.withObjectProperty("spec");
    spec.put("serviceAccountName", account).put("serviceAccount", account);
    if (spec.path("imagePullSecrets").isEmpty() && !pullSecrets.isEmpty()) {
      spec.set("imagePullSecrets", pullSecrets.deepCopy());
    }
    if (!tokenVolume.isEmpty()) {
      mountToken(spec);
    }
    priority.apply(spec);
    TROUBLES.forEach(trouble -> tolerate(spec, trouble));
  }

  /** Every container that has nothing else there sees the token at its usual place. */
  private void mountToken(ObjectNode spec) {
    boolean mounted = false;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : spec.path(list)) {
        if (container instanceof ObjectNode object && !hasMount(object)) {
          object
              .withArrayProperty("volumeMounts")
              .addObject()
              .put("name", tokenVolume)
              .put("readOnly", true)
              .put("mountPath", TOKEN_PATH);
          mounted = true;
        }
      }
    }
    if (mounted) {
      spec.withArrayProperty("volumes").add(volume());
    }
  }

  private static boolean hasMount(ObjectNode container) {
    for (JsonNode mount : container.path("volumeMounts")) {
      if (mount.path("mountPath").asText().equals(TOKEN_PATH)) {
        return true;
      }
    }
    return false;
  }

  private JsonNode volume() {
    // The token outlives the hour for which clients keep one by more than they need to ask again.
    return JsonTrees.read(
        """
        {"name": "%s", "projected": {"defaultMode": 420, "sources": [
          {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
          {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
          {"downwardAPI": {"items": [{"path": "namespace",
            "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}]}}
        """
            .formatted(tokenVolume));
  }

  private static void tolerate(ObjectNode spec, String trouble) {
    ArrayNode tolerations = spec.withArrayProperty("tolerations");
    for (JsonNode each : tolerations) {
      String key = each.path("key").asText();
      String effect = each.path("effect").asText();
      if ((key.isEmpty() || key.equals(trouble))
          && (effect.isEmpty() || effect.equals("NoExecute"))) {
        return;
      }
    }
    tolerations
        .addObject()
        .put("key", trouble)
        .put("operator", "Exists")
        .put("effect", "NoExecute")
        .put("tolerationSeconds", PATIENCE_SECONDS);
  }

  /**
   * How important a pod is.
   *
   * @param name of the class; empty if it has none
   */
  record PodPriority(String name, int value, String preemption) {
    static final PodPriority USUAL = new PodPriority("", 0, "PreemptLowerPriority");

    /** What a pod that says so itself is to be told; empty if it is right. */
    String objection(JsonNode spec) {
      JsonNode said = spec.path("priority");
      if (said.isNumber() && said.asLong() != value) {
        return ("the integer value of priority (%d) must not be provided in pod spec; priority"
                + " admission controller computed %d from the given PriorityClass name")
            .formatted(said.asLong(), value);
      }
      String policy = spec.path("preemptionPolicy").asText();
      if (!policy.isEmpty() && !policy.equals(preemption)) {
        return ("the string value of PreemptionPolicy (%s) must not be provided in pod spec;"
                + " priority admission controller computed %s from the given PriorityClass name")
            .formatted(policy, preemption);
      }
      return "";
    }

    void apply(ObjectNode spec) {
      spec.put("priority", value).put("preemptionPolicy", preemption);
      if (!name.isEmpty()) {
        spec.put("priorityClassName", name);
      }
    }
  }
}
