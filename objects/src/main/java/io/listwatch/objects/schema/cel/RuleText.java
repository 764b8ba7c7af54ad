package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule as declared in the schema; absent members are empty. */
record RuleText(
    String rule,
    String message,
    String messageExpression,
    @Nullable String reason,
    String fieldPath,
    @Nullable Boolean optionalOldSelf) {

  /** Returns the rules of one level of a schema. */
  static List<RuleText> of(JsonValue schema) {
    var rules = new ArrayList<RuleText>();
    for (JsonValue rule : schema.path(SchemaRules.RULES)) {
      JsonValue optional = rule.path("optionalOldSelf");
      rules.add(
          new RuleText(
              rule.path("rule").asText(),
              rule.path("message").asText(),
              rule.path("messageExpression").asText(),
              rule.hasNonNull("reason") ? rule.path("reason").asText() : null,
              rule.path("fieldPath").asText(),
              optional.isBoolean() ? optional.booleanValue() : null));
    }
    return rules;
  }

  boolean isBlank() {
    return rule.isBlank();
  }

  boolean hasOptionalOldSelf() {
    return Boolean.TRUE.equals(optionalOldSelf);
  }

  /** Returns the rule's name in errors. */
  String name() {
    return (message.isEmpty() ? rule : message).strip();
  }

  /** Returns the error message, unless a messageExpression replaces it. */
  String complaint() {
    return message.isEmpty() ? "failed rule: " + name() : message.strip();
  }

  /**
   * Returns a rejected rule as kube-apiserver shows it: as the JSON of a Go struct without JSON
   * names.
   */
  String shown() {
    var shown = new JsonObject();
    shown.put("Rule", rule);
    shown.put("Message", message);
    shown.put("MessageExpression", messageExpression);
    shown.put("Reason", reason);
    shown.put("RuleFieldPath", fieldPath);
    shown.set("OptionalOldSelf", optionalOldSelf == null ? null : JsonValue.of(optionalOldSelf));
    return JsonTrees.write(shown);
  }
}
