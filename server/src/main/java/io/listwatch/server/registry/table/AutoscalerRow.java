package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The table row of a HorizontalPodAutoscaler, with current and target metrics. */
public final class AutoscalerRow {
  private static final int SHOWN = 2;

  private AutoscalerRow() {}

  public static List<Object> cells(JsonValue autoscaler, Instant now) {
    JsonValue spec = autoscaler.path("spec");
    return List.of(
        Metadata.name(autoscaler),
        text(spec, "scaleTargetRef", "kind") + "/" + text(spec, "scaleTargetRef", "name"),
        targets(spec, autoscaler.path("status")),
        or(text(spec, "minReplicas"), Placeholders.UNSET),
        spec.path("maxReplicas").asInt(),
        autoscaler.path("status").path("currentReplicas").asInt(),
        Metadata.age(autoscaler, now));
  }

  private static String targets(JsonValue spec, JsonValue status) {
    var all = new ArrayList<String>();
    if (spec.has("targetCPUUtilizationPercentage")) {
      all.add(
          "cpu: "
              + percent(status.path("currentCPUUtilizationPercentage"), Placeholders.UNKNOWN)
              + "/"
              + percent(spec.path("targetCPUUtilizationPercentage"), ""));
    }
    for (JsonValue metric : spec.path("metrics")) {
      all.add(target(metric, status.path("currentMetrics").path(all.size())));
    }
    if (all.isEmpty()) {
      return Placeholders.NONE;
    }
    String shown = String.join(", ", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() > SHOWN ? shown + " + " + (all.size() - SHOWN) + " more..." : shown;
  }

  private static String percent(JsonValue number, String otherwise) {
    return number.isNumber() ? number.asText() + "%" : otherwise;
  }

  private static String target(JsonValue metric, JsonValue measured) {
    return switch (text(metric, "type")) {
      case "External" -> valueOrAverage(metric.path("external"), measured.path("external"));
      case "Object" -> valueOrAverage(metric.path("object"), measured.path("object"));
      case "Pods" -> average(metric.path("pods"), measured.path("pods"));
      case "Resource" -> resource(metric.path("resource"), measured.path("resource"));
      case "ContainerResource" ->
          resource(metric.path("containerResource"), measured.path("containerResource"));
      default -> "<unknown type>";
    };
  }

  private static String valueOrAverage(JsonValue metric, JsonValue measured) {
    if (metric.path("target").has("averageValue")) {
      return average(metric, measured) + " (avg)";
    }
    return or(text(measured, "current", "value"), Placeholders.UNKNOWN)
        + "/"
        + text(metric, "target", "value");
  }

  private static String average(JsonValue metric, JsonValue measured) {
    return or(text(measured, "current", "averageValue"), Placeholders.UNKNOWN)
        + "/"
        + text(metric, "target", "averageValue");
  }

  private static String resource(JsonValue metric, JsonValue measured) {
    String name = text(metric, "name") + ": ";
    if (metric.path("target").has("averageValue")) {
      return name + average(metric, measured);
    }
    return name
        + percent(measured.path("current").path("averageUtilization"), Placeholders.UNKNOWN)
        + "/"
        + percent(metric.path("target").path("averageUtilization"), "<auto>");
  }
}
