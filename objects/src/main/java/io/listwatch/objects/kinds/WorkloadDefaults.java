package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/** What is filled into objects that make pods. */
final class WorkloadDefaults {
  private static final int RETRIES = 6;

  private WorkloadDefaults() {}

  /** An update that is to roll has parameters, even if none were given. */
  static void rolling(JsonObject strategy) {
    if (Members.text(strategy, "type").equals("RollingUpdate")) {
      Members.object(strategy, "rollingUpdate");
    }
  }

  /** Only an update that rolls because nothing else was said has parameters that nobody gave. */
  static void statefulSetUpdate(JsonObject strategy) {
    if (Members.empty(strategy, "type")) {
      strategy.put("type", "RollingUpdate");
      Members.object(strategy, "rollingUpdate");
    }
  }

  /** Templates of claims are claims, and say so. */
  static void statefulSet(JsonObject spec) {
    for (JsonValue claim : spec.path("volumeClaimTemplates")) {
      if (claim instanceof JsonObject object) {
        object.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
      }
    }
  }

  /** What it selects, and its own labels, follow from what it makes. */
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

  /** Jobs, but not their templates in cron jobs. */
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
