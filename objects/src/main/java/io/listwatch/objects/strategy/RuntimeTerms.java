package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.Quantities;
import java.util.Map;

/**
 * What a new pod gets from the class that it wants to run in: what that takes beside its
 * containers, and on which nodes it can be had.
 */
public record RuntimeTerms(JsonNode runtimeClass) {
  /** For pods without a class. */
  public static final RuntimeTerms NONE = new RuntimeTerms(MissingNode.getInstance());

  private static final String ANOTHER =
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  private static final String OWN =
      "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

  /** What a pod that contradicts the class is to be told; empty if it does not. */
  String objection(JsonNode spec) {
    JsonNode said = spec.path("overhead");
    if (!said.isEmpty() && !runtimeClass.hasNonNull("overhead")) {
      return OWN;
    }
    if (!said.isEmpty() && !alike(said, overhead())) {
      return ANOTHER;
    }
    for (Map.Entry<String, JsonNode> each : selector().properties()) {
      JsonNode wanted = spec.path("nodeSelector").path(each.getKey());
      if (wanted.isTextual() && !wanted.equals(each.getValue())) {
        return "conflict: runtimeClass.scheduling.nodeSelector[%1$s] = %2$s; pod.spec.nodeSelector[%1$s] = %3$s"
            .formatted(each.getKey(), each.getValue().asText(), wanted.asText());
      }
    }
    return "";
  }

  private static boolean alike(JsonNode said, JsonNode given) {
    return said.size() == given.size()
        && said.properties().stream()
            .allMatch(each -> isAmount(given.path(each.getKey()), each.getValue()));
  }

  private static boolean isAmount(JsonNode given, JsonNode said) {
    return given.isTextual()
        && Quantities.amount(given.asText()).compareTo(Quantities.amount(said.asText())) == 0;
  }

  void apply(ObjectNode spec) {
    if (!overhead().isEmpty()) {
      spec.set("overhead", overhead().deepCopy());
    }
    for (Map.Entry<String, JsonNode> each : selector().properties()) {
      spec.withObjectProperty("nodeSelector").set(each.getKey(), each.getValue());
    }
    Tolerations.merge(spec, runtimeClass.path("scheduling").path("tolerations"));
  }

  private JsonNode overhead() {
    return runtimeClass.path("overhead").path("podFixed");
  }

  private JsonNode selector() {
    return runtimeClass.path("scheduling").path("nodeSelector");
  }
}
