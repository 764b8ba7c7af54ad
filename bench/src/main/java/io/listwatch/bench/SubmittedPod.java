package io.listwatch.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Pods;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A generated pod as a client submits it: valid, and without the fields that the server sets.
 *
 * @param object the pod; a server ignores its status on create
 * @param status the status that its kubelet would write
 */
public record SubmittedPod(String name, String object, String status) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Generates a pod with {@code index} as the random seed, so that names differ. */
  public static SubmittedPod of(int index, String namespace) {
    try {
      var pod = (ObjectNode) JSON.readTree(Pods.plain(index).next());
      var metadata = (ObjectNode) pod.get("metadata");
      metadata.put("namespace", namespace);
      metadata.remove("uid");
      metadata.remove("resourceVersion");
      // The owner does not exist, so the garbage collector would delete the pod.
      metadata.remove("ownerReferences");
      makeValid(pod.get("spec"));
      return new SubmittedPod(
          metadata.get("name").asText(), pod.toString(), pod.get("status").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the volume that the containers mount, and keeps requests below limits. */
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
