package io.listwatch.server.registry.builtin;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts HorizontalPodAutoscalers between {@code v2} and {@code v1}. {@code v1} has fields for
 * CPU utilization only; the other fields of {@code v2} are kept in annotations, so that a {@code
 * v1} client does not lose them.
 */
final class AutoscalerConverter extends TreeConverter {
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";
  private static final String CURRENT_METRICS = PREFIX + "current-metrics";
  private static final String CONDITIONS = PREFIX + "conditions";
  private static final String BEHAVIOR = PREFIX + "behavior";
  private static final String TARGET = "targetCPUUtilizationPercentage";
  private static final String CURRENT = "currentCPUUtilizationPercentage";

  /** The target of an autoscaler without metrics, in percent of the requested CPU. */
  private static final int DEFAULT_TARGET = 80;

  AutoscalerConverter() {
    super(type("autoscaling/v2"), type("autoscaling/v1"));
  }

  private static ResourceType type(String apiVersion) {
    return ResourceType.namespaced(
        apiVersion, "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  }

  @Override
  void toServed(JsonObject object) {
    JsonObject notes = object.withObject("metadata").withObject("annotations");
    if (object.get("spec") instanceof JsonObject spec) {
      serveSpec(spec, notes);
    }
    if (object.get("status") instanceof JsonObject status) {
      serveStatus(status, notes);
    }
    dropIfEmpty(object);
  }

  private static void serveSpec(JsonObject spec, JsonObject notes) {
    JsonArray others = new JsonArray();
    boolean found = false;
    for (JsonValue metric : list(spec.remove("metrics"))) {
      JsonValue use = metric.path("resource").path("target").path("averageUtilization");
      if (!isCpu(metric) || !use.isNumber()) {
        others.add(V1Metrics.ofTarget(metric));
      } else if (!found) {
        spec.set(TARGET, use);
        found = true;
      }
    }
    note(notes, METRICS, others);
    JsonValue behavior = spec.remove("behavior");
    if (behavior != null && !behavior.isNull()) {
      notes.put(BEHAVIOR, JsonTrees.write(V1Behavior.toV1(behavior)));
    }
  }

  private static void serveStatus(JsonObject status, JsonObject notes) {
    JsonArray measured = new JsonArray();
    for (JsonValue metric : list(status.remove("currentMetrics"))) {
      JsonValue use = metric.path("resource").path("current").path("averageUtilization");
      if (isCpu(metric) && use.isNumber()) {
        status.set(CURRENT, use);
      }
      measured.add(V1Metrics.ofMeasure(metric));
    }
    note(notes, CURRENT_METRICS, measured);
    note(notes, CONDITIONS, list(status.remove("conditions")));
  }

  private static boolean isCpu(JsonValue metric) {
    return metric.path("type").asText().equals("Resource")
        && metric.path("resource").path("name").asText().equals("cpu");
  }

  private static JsonArray list(@Nullable JsonValue given) {
    return given instanceof JsonArray list ? list : new JsonArray();
  }

  private static void note(JsonObject notes, String name, JsonArray value) {
    if (!value.isEmpty()) {
      notes.put(name, JsonTrees.write(value));
    }
  }

  private static void dropIfEmpty(JsonObject object) {
    if (object.path("metadata") instanceof JsonObject metadata
        && metadata.path("annotations").isEmpty()) {
      metadata.remove("annotations");
    }
  }

  @Override
  void toStored(JsonObject object) {
    JsonObject notes = object.withObject("metadata").withObject("annotations");
    JsonObject spec = object.withObject("spec");
    JsonArray metrics = new JsonArray();
    noted(notes, METRICS).forEach(each -> metrics.add(V1Metrics.toTarget(each)));
    JsonValue use = spec.remove(TARGET);
    if (use != null && use.isNumber()) {
      JsonObject resource = cpu(metrics.addObject());
      resource.putObject("target").put("type", "Utilization").set("averageUtilization", use);
    }
    set(spec, "metrics", metrics);
    if (read(notes, BEHAVIOR) instanceof JsonObject behavior) {
      spec.set("behavior", V1Behavior.fromV1(behavior));
    }
    storeStatus(object, notes);
    notes.remove(List.of(METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR));
    dropIfEmpty(object);
  }

  @Override
  void complete(JsonObject stored) {
    JsonObject spec = stored.withObject("spec");
    if (list(spec.get("metrics")).isEmpty()) {
      cpu(spec.putArray("metrics").addObject())
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", DEFAULT_TARGET);
    }
  }

  private static void storeStatus(JsonObject object, JsonObject notes) {
    if (!(object.get("status") instanceof JsonObject status)) {
      return;
    }
    JsonArray measured = new JsonArray();
    noted(notes, CURRENT_METRICS).forEach(each -> measured.add(V1Metrics.toMeasure(each)));
    JsonValue use = status.remove(CURRENT);
    if (use != null && use.isNumber() && measured.isEmpty()) {
      cpu(measured.addObject()).putObject("current").set("averageUtilization", use);
    }
    set(status, "currentMetrics", measured);
    set(status, "conditions", noted(notes, CONDITIONS));
  }

  private static JsonObject cpu(JsonObject metric) {
    return metric.put("type", "Resource").putObject("resource").put("name", "cpu");
  }

  private static void set(JsonObject object, String name, JsonArray value) {
    if (!value.isEmpty()) {
      object.set(name, value);
    }
  }

  private static JsonArray noted(JsonObject notes, String name) {
    return list(read(notes, name));
  }

  /** Returns the JSON of an annotation; null if it is missing or malformed. */
  private static @Nullable JsonValue read(JsonObject notes, String name) {
    String text = notes.path(name).asText();
    try {
      return text.isEmpty() ? null : JsonTrees.read(text);
    } catch (MalformedJsonException e) {
      return null;
    }
  }
}
