package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/**
 * The priority of a new pod.
 *
 * @param name the name of the priority class; empty if there is none
 */
public record PodPriority(String name, int value, String preemption) {
  public static final PodPriority DEFAULT = new PodPriority("", 0, "PreemptLowerPriority");

  /** Returns why the priority in a pod spec is rejected; empty if it is right. */
  public String objection(JsonValue spec) {
    JsonValue said = spec.path("priority");
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

  public void apply(JsonObject spec) {
    spec.put("priority", value).put("preemptionPolicy", preemption);
    if (!name.isEmpty()) {
      spec.put("priorityClassName", name);
    }
  }
}
