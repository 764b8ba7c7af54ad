package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;

/**
 * The fields that a new pod gets from other objects: its service account, priority class, runtime
 * class and node; and the default tolerations.
 *
 * @param place the topology labels of the pod's node; empty if it has none
 * @param tolerates true to add the default tolerations
 */
public record PodTerms(
    AccountTerms account,
    PodPriority priority,
    RuntimeTerms runtime,
    JsonObject place,
    boolean tolerates) {
  /** For a pod whose service account and classes are not known. */
  static final PodTerms DEFAULT =
      new PodTerms(
          AccountTerms.DEFAULT, PodPriority.DEFAULT, RuntimeTerms.NONE, new JsonObject(), true);

  public PodTerms with(RuntimeTerms runtimeClass) {
    return new PodTerms(account, priority, runtimeClass, place, tolerates);
  }

  public PodTerms at(JsonObject node) {
    return new PodTerms(account, priority, runtime, node, tolerates);
  }

  void apply(JsonObject pod) {
    JsonObject spec = pod.withObject("spec");
    account.apply(spec);
    priority.apply(spec);
    if (tolerates) {
      Tolerations.addDefaults(spec);
    }
    runtime.apply(spec);
    if (!place.isEmpty()) {
      Metadata.of(pod).node().withObject("labels").setAll(place);
    }
  }

  /**
   * The priority of a pod.
   *
   * @param name of the priority class; empty if there is none
   */
  public record PodPriority(String name, int value, String preemption) {
    public static final PodPriority DEFAULT = new PodPriority("", 0, "PreemptLowerPriority");

    /** Leaves the priority as it is. */
    public static final PodPriority UNCHANGED = new PodPriority("", 0, "");

    /** Returns why the priority in a pod spec is rejected; empty if it is right. */
    public String objection(JsonValue spec) {
      if (equals(UNCHANGED)) {
        return "";
      }
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

    void apply(JsonObject spec) {
      if (equals(UNCHANGED)) {
        return;
      }
      spec.put("priority", value).put("preemptionPolicy", preemption);
      if (!name.isEmpty()) {
        spec.put("priorityClassName", name);
      }
    }
  }
}
