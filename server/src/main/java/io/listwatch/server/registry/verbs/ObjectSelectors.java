package io.listwatch.server.registry.verbs;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parses label selectors of objects. */
public final class ObjectSelectors {
  private ObjectSelectors() {}

  /**
   * Parses a selector with {@code matchLabels} and {@code matchExpressions}. An empty selector
   * matches everything; a missing or invalid one matches nothing.
   */
  public static LabelSelector of(JsonValue selector) {
    if (!selector.isObject()) {
      return LabelSelector.nothing();
    }
    try {
      LabelSelector all = LabelSelector.everything();
      for (Map.Entry<String, JsonValue> each : selector.path("matchLabels").properties()) {
        all = all.and(LabelSelector.where(each.getKey()).is(each.getValue().asText()));
      }
      for (JsonValue each : selector.path("matchExpressions")) {
        all = all.and(expression(each));
      }
      return all;
    } catch (IllegalArgumentException senseless) {
      return LabelSelector.nothing();
    }
  }

  private static LabelSelector expression(JsonValue expression) {
    var key = LabelSelector.where(expression.path("key").asText());
    List<String> values = new ArrayList<>();
    expression.path("values").forEach(each -> values.add(each.asText()));
    return switch (expression.path("operator").asText()) {
      case "In" -> key.in(values);
      case "NotIn" -> key.notIn(values);
      case "Exists" -> key.exists();
      case "DoesNotExist" -> key.doesNotExist();
      default -> LabelSelector.nothing();
    };
  }
}
