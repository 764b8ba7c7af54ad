package io.listwatch.server.registry.builtin;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/**
 * Converts HPA metrics between {@code v2} and the annotations of {@code v1}, in which the fields of
 * {@code metric} and {@code target} are flat.
 */
final class V1Metrics {
  /** The field of each metric source type. */
  private static final List<String> SOURCES =
      List.of("object", "pods", "resource", "containerResource", "external");

  /** The order of the members of a source in {@code v1}. */
  private static final List<String> ORDER =
      List.of(
          "target",
          "name",
          "metricName",
          "metricSelector",
          "targetAverageUtilization",
          "currentAverageUtilization",
          "targetValue",
          "currentValue",
          "targetAverageValue",
          "currentAverageValue",
          "selector",
          "averageValue",
          "container");

  private V1Metrics() {}

  static JsonObject ofTarget(JsonValue metric) {
    return each(metric, ordered(V1Metrics::targetToV1));
  }

  static JsonObject toTarget(JsonValue old) {
    return each(old, V1Metrics::targetFromV1);
  }

  static JsonObject ofMeasure(JsonValue metric) {
    return each(metric, ordered(V1Metrics::measureToV1));
  }

  static JsonObject toMeasure(JsonValue old) {
    return each(old, V1Metrics::measureFromV1);
  }

  private static Change ordered(Change change) {
    return (source, given, old) -> {
      JsonObject members = new JsonObject();
      change.apply(source, given, members);
      ORDER.forEach(name -> copy(members, name, old, name));
    };
  }

  private static JsonObject each(JsonValue metric, Change change) {
    JsonObject changed = new JsonObject();
    changed.set("type", metric.path("type"));
    for (String source : SOURCES) {
      if (metric.path(source) instanceof JsonObject given) {
        change.apply(source, given, changed.putObject(source));
      }
    }
    return changed;
  }

  private static void targetToV1(String source, JsonObject given, JsonObject old) {
    JsonValue target = given.path("target");
    identityToV1(source, given, old);
    copy(target, "averageUtilization", old, "targetAverageUtilization");
    switch (source) {
      case "object" -> {
        copy(target, "averageValue", old, "averageValue");
        // targetValue is required in v1: the quantity 0 means that there is none.
        old.put("targetValue", target.path("value").asText("0"));
      }
      default -> {
        copy(target, "value", old, "targetValue");
        copy(target, "averageValue", old, "targetAverageValue");
      }
    }
  }

  private static void targetFromV1(String source, JsonObject old, JsonObject given) {
    identityFromV1(source, old, given);
    JsonObject target = given.putObject("target");
    boolean object = source.equals("object");
    boolean average = old.has(object ? "averageValue" : "targetAverageValue");
    String type =
        old.has("targetAverageUtilization") ? "Utilization" : average ? "AverageValue" : "Value";
    target.put("type", type);
    if (!(object && average)) {
      copy(old, "targetValue", target, "value");
    }
    copy(old, object ? "averageValue" : "targetAverageValue", target, "averageValue");
    copy(old, "targetAverageUtilization", target, "averageUtilization");
  }

  private static void measureToV1(String source, JsonObject given, JsonObject old) {
    JsonValue current = given.path("current");
    identityToV1(source, given, old);
    copy(current, "averageUtilization", old, "currentAverageUtilization");
    if (source.equals("object")) {
      copy(current, "averageValue", old, "averageValue");
    } else {
      copy(current, "averageValue", old, "currentAverageValue");
    }
    copy(current, "value", old, "currentValue");
  }

  private static void measureFromV1(String source, JsonObject old, JsonObject given) {
    identityFromV1(source, old, given);
    JsonObject current = given.putObject("current");
    copy(old, "currentValue", current, "value");
    copy(
        old,
        source.equals("object") ? "averageValue" : "currentAverageValue",
        current,
        "averageValue");
    copy(old, "currentAverageUtilization", current, "averageUtilization");
  }

  /** Converts the fields that identify the metric. */
  private static void identityToV1(String source, JsonObject given, JsonObject old) {
    copy(given, "name", old, "name");
    copy(given, "container", old, "container");
    copy(given, "describedObject", old, "target");
    copy(given.path("metric"), "name", old, "metricName");
    copy(given.path("metric"), "selector", old, selector(source));
  }

  private static void identityFromV1(String source, JsonObject old, JsonObject given) {
    copy(old, "name", given, "name");
    copy(old, "container", given, "container");
    copy(old, "target", given, "describedObject");
    if (old.has("metricName")) {
      JsonObject metric = given.putObject("metric");
      copy(old, "metricName", metric, "name");
      copy(old, selector(source), metric, "selector");
    }
  }

  private static String selector(String source) {
    return source.equals("external") ? "metricSelector" : "selector";
  }

  private static void copy(JsonValue from, String name, JsonObject to, String otherName) {
    JsonValue value = from.get(name);
    if (value != null && !value.isNull()) {
      to.set(otherName, value);
    }
  }

  /** Converts one metric source. */
  private interface Change {
    void apply(String source, JsonObject given, JsonObject changed);
  }
}
