package io.listwatch.server.registry.table;

import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats labels and label selectors on one line, in the syntax of the query parameter. */
final class Selectors {
  private static final String NONE = "<none>";

  private Selectors() {}

  /** Formats a map, as in {@code a=b,c=d}. */
  static String labels(JsonValue map) {
    var sorted = new TreeMap<String, String>();
    addLabels(map, sorted);
    return line(sorted);
  }

  /** Formats a selector with {@code matchLabels} and {@code matchExpressions}, sorted by key. */
  static String selector(JsonValue selector) {
    var sorted = new TreeMap<String, String>();
    addLabels(selector.path("matchLabels"), sorted);
    for (JsonValue each : selector.path("matchExpressions")) {
      sorted.merge(each.path("key").asText(), requirement(each), (one, two) -> one + "," + two);
    }
    return line(sorted);
  }

  /** Formats a selector like Go's {@code String()}, which kube-apiserver uses in some columns. */
  static String inGo(JsonValue selector) {
    var labels = new TreeMap<String, String>();
    selector
        .path("matchLabels")
        .properties()
        .forEach(
            each ->
                labels.put(each.getKey(), each.getKey() + ": " + each.getValue().asText() + ","));
    String requirements =
        Trees.elements(selector.path("matchExpressions")).stream()
            .map(Selectors::requirementInGo)
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
        .formatted(String.join("", labels.values()), requirements);
  }

  private static String requirementInGo(JsonValue expression) {
    String values =
        Trees.elements(expression.path("values")).stream()
            .map(JsonValue::asText)
            .collect(Collectors.joining(" "));
    return "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
        .formatted(expression.path("key").asText(), expression.path("operator").asText(), values);
  }

  private static void addLabels(JsonValue map, Map<String, String> sorted) {
    map.properties()
        .forEach(each -> sorted.put(each.getKey(), each.getKey() + "=" + each.getValue().asText()));
  }

  private static String requirement(JsonValue expression) {
    String key = expression.path("key").asText();
    String values =
        Trees.elements(expression.path("values")).stream()
            .map(JsonValue::asText)
            .sorted()
            .collect(Collectors.joining(",", "(", ")"));
    return switch (expression.path("operator").asText()) {
      case "In" -> key + " in " + values;
      case "NotIn" -> key + " notin " + values;
      case "Exists" -> key;
      case "DoesNotExist" -> "!" + key;
      default -> "<error>";
    };
  }

  private static String line(Map<String, String> sorted) {
    return sorted.isEmpty() ? NONE : String.join(",", sorted.values());
  }
}
