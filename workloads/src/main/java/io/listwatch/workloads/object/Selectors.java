package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Label selectors in the form that specs have: {@code matchLabels} and {@code matchExpressions}.
 */
public final class Selectors {
  private Selectors() {}

  /** Returns the selector; it selects nothing if there is none, and everything if it is empty. */
  public static LabelSelector of(JsonNode selector) {
    if (!selector.isObject()) {
      return LabelSelector.nothing();
    }
    LabelSelector result = ofLabels(ApiObject.strings(selector.path("matchLabels")));
    for (JsonNode expression : selector.path("matchExpressions")) {
      result = require(result, expression);
    }
    return result;
  }

  /** Returns the selector of objects that have all these labels. */
  public static LabelSelector ofLabels(Map<String, String> labels) {
    LabelSelector result = LabelSelector.everything();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      result = result.and(label.getKey()).is(label.getValue());
    }
    return result;
  }

  /**
   * Adds an expression with the operators of label selectors and of node selectors.
   *
   * @throws IllegalArgumentException for an unknown operator
   */
  public static LabelSelector require(LabelSelector selector, JsonNode expression) {
    LabelSelector.Condition key = selector.and(expression.path("key").asText());
    List<String> values = strings(expression.path("values"));
    String operator = expression.path("operator").asText();
    return switch (operator) {
      case "In" -> key.in(values);
      case "NotIn" -> key.notIn(values);
      case "Exists" -> key.exists();
      case "DoesNotExist" -> key.doesNotExist();
      case "Gt" -> key.greaterThan(Long.parseLong(values.get(0)));
      case "Lt" -> key.lessThan(Long.parseLong(values.get(0)));
      default ->
          throw new IllegalArgumentException(
              "operator: " + operator + " (expected: In, NotIn, Exists, DoesNotExist, Gt or Lt)");
    };
  }

  /** Returns the elements of a list as strings. */
  public static List<String> strings(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }
}
