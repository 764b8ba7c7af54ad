package io.listwatch.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Pods;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An invented pod as a client submits it: without what a server gives, and such that a server takes
 * it.
 *
 * @param object the pod; its status is not taken with it
 * @param status what its kubelet would say of it
 */
public record SubmittedPod(String name, String object, String status) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Each index is a seed of its own, so that names differ. */
  public static SubmittedPod of(int index, String namespace) {
    try {
      var pod = (ObjectNode) JSON.readTree(Pods.plain(index).next());
      var metadata = (ObjectNode) pod.get("metadata");
      metadata.put("namespace", namespace);
      metadata.remove("uid");
      metadata.remove("resourceVersion");
      // There is no such owner, and a server would collect the pod for that.
      metadata.remove("ownerReferences");
      makeValid(pod.get("spec"));
      return new SubmittedPod(
          metadata.get("name").asText(), pod.toString(), pod.get("status").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The volume that containers mount is there, and none asks for more than it may have. */
  private static void makeValid(JsonNode spec) {
    ((ArrayNode) spec.get("volumes"))
        .addObject()
        .put("name", "kube-api-access")
        .putObject("emptyDir");
    for (JsonNode container : spec.get("containers")) {
      ((ObjectNode) container.at("/resources/requests")).put("cpu", "100m");
    }
  }
}
