package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;

/** Validates label selectors in objects, and matches labels with them. */
final class LabelSelectorRules {
  private static final List<String> MEMBERS = List.of("matchLabels", "matchExpressions");
  private static final List<String> EXPRESSION = List.of("key", "operator", "values");

  private LabelSelectorRules() {}

  static void check(Field selector) {
    selector.at("matchLabels").labels();
    selector.at("matchExpressions").each(LabelSelectorRules::checkExpression);
  }

  private static void checkExpression(Field expression) {
    Field values = expression.at("values");
    switch (expression.at("operator").text()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default -> {
        Field operator = expression.at("operator");
        operator.invalid(operator.text(), "not a valid selector operator");
      }
    }
    Field key = expression.at("key");
    key.matches(TextForm.QUALIFIED_NAME);
    values.each(value -> value.matches(TextForm.LABEL_VALUE));
  }

  static boolean isEmpty(Field selector) {
    return selector.at("matchLabels").isEmpty() && selector.at("matchExpressions").isEmpty();
  }

  /** True if the selector can be evaluated. An absent one can, and matches nothing. */
  static boolean usable(Field selector) {
    return selector.at("matchExpressions").items().stream()
            .allMatch(LabelSelectorRules::usableExpression)
        && selector.at("matchLabels").entries().entrySet().stream()
            .allMatch(label -> usable(label.getKey()) && usableValue(label.getValue()));
  }

  private static boolean usableExpression(Field expression) {
    Field values = expression.at("values");
    boolean fits =
        switch (expression.at("operator").text()) {
          case "In", "NotIn" -> !values.isEmpty();
          case "Exists", "DoesNotExist" -> values.isEmpty();
          default -> false;
        };
    return fits
        && usable(expression.at("key").text())
        && values.items().stream().allMatch(LabelSelectorRules::usableValue);
  }

  private static boolean usable(String key) {
    return TextForm.QUALIFIED_NAME.violations(key).isEmpty();
  }

  private static boolean usableValue(Field value) {
    return TextForm.LABEL_VALUE.violations(value.text()).isEmpty();
  }

  /** True if the selector matches the labels. An absent one matches nothing. */
  static boolean matches(Field selector, Map<String, Field> labels) {
    return selector.present()
        && selector.at("matchLabels").entries().entrySet().stream()
            .allMatch(label -> has(labels, label.getKey(), label.getValue().text()))
        && selector.at("matchExpressions").items().stream()
            .allMatch(expression -> matchesExpression(expression, labels));
  }

  private static boolean has(Map<String, Field> labels, String key, String value) {
    Field found = labels.get(key);
    return found != null && found.is(value);
  }

  private static boolean matchesExpression(Field expression, Map<String, Field> labels) {
    Field found = labels.get(expression.at("key").text());
    List<String> values = expression.at("values").texts();
    return switch (expression.at("operator").text()) {
      case "In" -> found != null && values.contains(found.text());
      case "NotIn" -> found == null || !values.contains(found.text());
      case "Exists" -> found != null;
      default -> found == null;
    };
  }

  /** Returns the selector for an error message, with the members in kube-apiserver's order. */
  static JsonValue shown(Field selector) {
    if (!(selector.value() instanceof JsonObject given)) {
      return JsonValue.NULL;
    }
    JsonObject shown = ordered(given, MEMBERS);
    if (shown.path("matchLabels").isObject()) {
      JsonObject labels = shown.putObject("matchLabels");
      selector.at("matchLabels").entries().forEach((key, label) -> labels.set(key, label.value()));
    }
    if (shown.path("matchExpressions").isArray()) {
      var expressions = shown.putArray("matchExpressions");
      for (JsonValue each : given.path("matchExpressions")) {
        expressions.add(each instanceof JsonObject object ? ordered(object, EXPRESSION) : each);
      }
    }
    return shown;
  }

  private static JsonObject ordered(JsonObject given, List<String> members) {
    JsonObject ordered = new JsonObject();
    members.stream()
        .filter(member -> !given.path(member).isMissing() && !given.path(member).isNull())
        .filter(member -> !given.path(member).isContainer() || !given.path(member).isEmpty())
        .forEach(member -> ordered.set(member, given.get(member)));
    return ordered;
  }
}
