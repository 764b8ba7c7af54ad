package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.util.Map;

/**
 * The fields that a new pod gets from its RuntimeClass: overhead, node selector and tolerations.
 */
public record RuntimeTerms(JsonValue runtimeClass) {
  /** Adds nothing, for pods without a RuntimeClass. */
  public static final RuntimeTerms NONE = new RuntimeTerms(JsonValue.MISSING);

  private static final String ANOTHER =
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  private static final String OWN =
      "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

  /** Returns why a pod conflicts with its RuntimeClass; empty if it does not. */
  public String conflict(JsonValue spec) {
    JsonValue said = spec.path("overhead");
    if (!said.isEmpty() && runtimeClass.hasNonNull("overhead") && !alike(said, overhead())) {
      return ANOTHER;
    }
    for (Map.Entry<String, JsonValue> each : selector().properties()) {
      JsonValue wanted = spec.path("nodeSelector").path(each.getKey());
      if (wanted.isText() && !wanted.equals(each.getValue())) {
        return "conflict: runtimeClass.scheduling.nodeSelector[%1$s] = %2$s; pod.spec.nodeSelector[%1$s] = %3$s"
            .formatted(each.getKey(), each.getValue().asText(), wanted.asText());
      }
    }
    return "";
  }

  /** Returns why the overhead of a complete pod is rejected; empty if it is not. */
  public String overheadObjection(JsonValue spec) {
    JsonValue said = spec.path("overhead");
    if (said.isEmpty()) {
      return "";
    }
    if (!runtimeClass.hasNonNull("overhead")) {
      return OWN;
    }
    return alike(said, overhead()) ? "" : ANOTHER;
  }

  private static boolean alike(JsonValue said, JsonValue given) {
    return said.size() == given.size()
        && said.properties().stream()
            .allMatch(each -> isQuantity(given.path(each.getKey()), each.getValue()));
  }

  private static boolean isQuantity(JsonValue given, JsonValue said) {
    return given.isText()
        && Quantities.decimalValue(given.asText()).compareTo(Quantities.decimalValue(said.asText()))
            == 0;
  }

  public void apply(JsonObject spec) {
    if (!overhead().isEmpty()) {
      spec.set("overhead", overhead().deepCopy());
    }
    for (Map.Entry<String, JsonValue> each : selector().properties()) {
      spec.withObject("nodeSelector").set(each.getKey(), each.getValue());
    }
    Tolerations.merge(spec, runtimeClass.path("scheduling").path("tolerations"));
  }

  private JsonValue overhead() {
    return runtimeClass.path("overhead").path("podFixed");
  }

  private JsonValue selector() {
    return runtimeClass.path("scheduling").path("nodeSelector");
  }
}
