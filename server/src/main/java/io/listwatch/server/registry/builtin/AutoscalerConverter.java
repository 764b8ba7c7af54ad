package io.listwatch.server.registry.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.MalformedJsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Autoscalers: {@code v1} knows the use of the processor only. What {@code v2} says besides stands
 * in annotations there, so that a client of the old version does not lose it.
 */
final class AutoscalerConverter extends TreeConverter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";
  private static final String CURRENT_METRICS = PREFIX + "current-metrics";
  private static final String CONDITIONS = PREFIX + "conditions";
  private static final String BEHAVIOR = PREFIX + "behavior";
  private static final String TARGET = "targetCPUUtilizationPercentage";
  private static final String CURRENT = "currentCPUUtilizationPercentage";

  /** What an autoscaler looks at that does not say at what, in percent of what is requested. */
  private static final int USUAL_TARGET = 80;

  AutoscalerConverter() {
    super(type("autoscaling/v2"), type("autoscaling/v1"));
  }

  private static ResourceType type(String apiVersion) {
    return ResourceType.namespaced(
        apiVersion, "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  }

  @Override
  void toServed(ObjectNode object) {
    ObjectNode notes = object.withObjectProperty("metadata").withObjectProperty("annotations");
    if (object.get("spec") instanceof ObjectNode spec) {
      serveSpec(spec, notes);
    }
    if (object.get("status") instanceof ObjectNode status) {
      serveStatus(status, notes);
    }
    dropIfEmpty(object);
  }

  private static void serveSpec(ObjectNode spec, ObjectNode notes) {
    ArrayNode others = NODES.arrayNode();
    boolean found = false;
    for (JsonNode metric : list(spec.remove("metrics"))) {
      JsonNode use = metric.path("resource").path("target").path("averageUtilization");
      if (!isProcessor(metric) || !use.isNumber()) {
        others.add(OldMetrics.ofTarget(metric));
      } else if (!found) {
        spec.set(TARGET, use);
        found = true;
      }
    }
    note(notes, METRICS, others);
    JsonNode behavior = spec.remove("behavior");
    if (behavior != null && !behavior.isNull()) {
      notes.put(BEHAVIOR, JsonTrees.write(behavior));
    }
  }

  private static void serveStatus(ObjectNode status, ObjectNode notes) {
    ArrayNode measured = NODES.arrayNode();
    for (JsonNode metric : list(status.remove("currentMetrics"))) {
      JsonNode use = metric.path("resource").path("current").path("averageUtilization");
      if (isProcessor(metric) && use.isNumber()) {
        status.set(CURRENT, use);
      }
      measured.add(OldMetrics.ofMeasure(metric));
    }
    note(notes, CURRENT_METRICS, measured);
    note(notes, CONDITIONS, list(status.remove("conditions")));
  }

  private static boolean isProcessor(JsonNode metric) {
    return metric.path("type").asText().equals("Resource")
        && metric.path("resource").path("name").asText().equals("cpu");
  }

  private static ArrayNode list(@Nullable JsonNode given) {
    return given instanceof ArrayNode list ? list : NODES.arrayNode();
  }

  private static void note(ObjectNode notes, String name, ArrayNode value) {
    if (!value.isEmpty()) {
      notes.put(name, JsonTrees.write(value));
    }
  }

  private static void dropIfEmpty(ObjectNode object) {
    if (object.path("metadata") instanceof ObjectNode metadata
        && metadata.path("annotations").isEmpty()) {
      metadata.remove("annotations");
    }
  }

  @Override
  void toStored(ObjectNode object) {
    ObjectNode notes = object.withObjectProperty("metadata").withObjectProperty("annotations");
    ObjectNode spec = object.withObjectProperty("spec");
    ArrayNode metrics = NODES.arrayNode();
    noted(notes, METRICS).forEach(each -> metrics.add(OldMetrics.toTarget(each)));
    JsonNode use = spec.remove(TARGET);
    if (use != null && use.isNumber()) {
      ObjectNode resource = processor(metrics.addObject());
      resource.putObject("target").put("type", "Utilization").set("averageUtilization", use);
    }
    set(spec, "metrics", metrics);
    JsonNode behavior = read(notes, BEHAVIOR);
    if (behavior instanceof ObjectNode) {
      spec.set("behavior", behavior);
    }
    storeStatus(object, notes);
    notes.remove(List.of(METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR));
    dropIfEmpty(object);
  }

  @Override
  void complete(ObjectNode stored) {
    ObjectNode spec = stored.withObjectProperty("spec");
    if (list(spec.get("metrics")).isEmpty()) {
      processor(spec.putArray("metrics").addObject())
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", USUAL_TARGET);
    }
  }

  private static void storeStatus(ObjectNode object, ObjectNode notes) {
    if (!(object.get("status") instanceof ObjectNode status)) {
      return;
    }
    ArrayNode measured = NODES.arrayNode();
    noted(notes, CURRENT_METRICS).forEach(each -> measured.add(OldMetrics.toMeasure(each)));
    JsonNode use = status.remove(CURRENT);
    if (use != null && use.isNumber() && measured.isEmpty()) {
      processor(measured.addObject()).putObject("current").set("averageUtilization", use);
    }
    set(status, "currentMetrics", measured);
    set(status, "conditions", noted(notes, CONDITIONS));
  }

  private static ObjectNode processor(ObjectNode metric) {
    return metric.put("type", "Resource").putObject("resource").put("name", "cpu");
  }

  private static void set(ObjectNode object, String name, ArrayNode value) {
    if (!value.isEmpty()) {
      object.set(name, value);
    }
  }

  private static ArrayNode noted(ObjectNode notes, String name) {
    return list(read(notes, name));
  }

  /** What somebody has written there that is no JSON says nothing. */
  private static @Nullable JsonNode read(ObjectNode notes, String name) {
    String text = notes.path(name).asText();
    try {
      return text.isEmpty() ? null : JsonTrees.read(text);
    } catch (MalformedJsonException e) {
      return null;
    }
  }
}
