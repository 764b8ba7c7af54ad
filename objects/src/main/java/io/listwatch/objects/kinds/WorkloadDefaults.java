package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/** Defaults of workloads. */
final class WorkloadDefaults {
  private static final int RETRIES = 6;

  private WorkloadDefaults() {}

  /** A RollingUpdate strategy always has parameters, even if they are empty. */
  static void rolling(JsonObject strategy) {
    if (Members.text(strategy, "type").equals("RollingUpdate")) {
      Members.object(strategy, "rollingUpdate");
    }
  }

  /** Adds the parameters of a rolling update only if the type itself is defaulted. */
  static void statefulSetUpdate(JsonObject strategy) {
    if (Members.empty(strategy, "type")) {
      strategy.put("type", "RollingUpdate");
      Members.object(strategy, "rollingUpdate");
    }
  }

  /** Sets {@code apiVersion} and {@code kind} of volume claim templates. */
  static void statefulSet(JsonObject spec) {
    for (JsonValue claim : spec.path("volumeClaimTemplates")) {
      if (claim instanceof JsonObject object) {
        object.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
      }
    }
  }

  /** Selector and labels default to the labels of the pod template. */
  static void replicationController(JsonObject controller) {
    JsonValue labels = controller.path("spec").path("template").path("metadata").path("labels");
    if (labels.isEmpty()) {
      return;
    }
    JsonObject spec = Members.object(controller, "spec");
    if (Members.empty(spec, "selector")) {
      spec.set("selector", labels.deepCopy());
    }
    labelAs(controller, labels);
  }

  private static void labelAs(JsonObject object, JsonValue labels) {
    JsonObject metadata = Members.object(object, "metadata");
    if (!labels.isEmpty() && Members.empty(metadata, "labels")) {
      metadata.set("labels", labels.deepCopy());
    }
  }

  /** Fills in the defaults of Jobs that the job templates of CronJobs do not get. */
  static void job(JsonObject job) {
    JsonObject spec = Members.object(job, "spec");
    if (Members.absent(spec, "completions") && Members.absent(spec, "parallelism")) {
      spec.put("completions", 1);
    }
    putIfAbsent(spec, "parallelism", 1);
    boolean perIndex = !Members.absent(spec, "backoffLimitPerIndex");
    putIfAbsent(spec, "backoffLimit", perIndex ? Integer.MAX_VALUE : RETRIES);
    putIfAbsent(spec, "completionMode", "NonIndexed");
    putIfAbsent(spec, "suspend", false);
    putIfAbsent(spec, "manualSelector", false);
    boolean policy = !Members.absent(spec, "podFailurePolicy");
    putIfAbsent(spec, "podReplacementPolicy", policy ? "Failed" : "TerminatingOrFailed");
    for (JsonValue rule : spec.path("podFailurePolicy").path("rules")) {
      rule.path("onPodConditions").forEach(WorkloadDefaults::podCondition);
    }
    labelAs(job, spec.path("template").path("metadata").path("labels"));
  }

  private static void podCondition(JsonValue pattern) {
    if (pattern instanceof JsonObject object && Members.empty(object, "status")) {
      object.put("status", "True");
    }
  }

  private static void putIfAbsent(JsonObject object, String name, int value) {
    if (Members.absent(object, name)) {
      object.put(name, value);
    }
  }

  private static void putIfAbsent(JsonObject object, String name, String value) {
    if (Members.absent(object, name)) {
      object.put(name, value);
    }
  }

  private static void putIfAbsent(JsonObject object, String name, boolean value) {
    if (Members.absent(object, name)) {
      object.put(name, value);
    }
  }
}
