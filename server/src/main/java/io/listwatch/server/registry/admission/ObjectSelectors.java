package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads label selectors of API objects, and the labels that they match. */
public final class ObjectSelectors {
  private ObjectSelectors() {}

  /** Returns a selector; an absent one selects everything, like an empty one. */
  public static LabelSelector of(JsonValue selector) {
    LabelSelector all = LabelSelector.everything();
    for (var each : selector.path("matchLabels").properties()) {
      all = all.and(LabelSelector.where(each.getKey()).is(each.getValue().asText()));
    }
    for (JsonValue each : selector.path("matchExpressions")) {
      all = all.and(expression(each));
    }
    return all;
  }

  /** Like {@link #of}, but an absent or invalid selector selects nothing. */
  public static LabelSelector orNothing(JsonValue selector) {
    try {
      return selector.isObject() ? of(selector) : LabelSelector.nothing();
    } catch (IllegalArgumentException invalid) {
      return LabelSelector.nothing();
    }
  }

  private static LabelSelector expression(JsonValue expression) {
    LabelSelector.Condition key = LabelSelector.where(expression.path("key").asText());
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

  /**
   * True if the selector matches the labels of an object; false if there is none, or if it has no
   * metadata, such as the options of a CONNECT.
   */
  public static boolean matches(LabelSelector selector, @Nullable JsonValue object) {
    return object != null && object.has("metadata") && selector.matches(labels(object));
  }

  private static Labels labels(JsonValue object) {
    JsonValue labels = object.path("metadata").path("labels");
    return key -> {
      JsonValue value = labels.get(key);
      return value == null ? null : value.asText();
    };
  }
}
