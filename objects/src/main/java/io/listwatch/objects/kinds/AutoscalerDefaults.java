package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;

/** Defaults of HorizontalPodAutoscalers that set {@code behavior}. */
final class AutoscalerDefaults {
  private static final JsonValue UP =
      JsonTrees.read(
          """
          {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [
            {"type": "Pods", "value": 4, "periodSeconds": 15},
            {"type": "Percent", "value": 100, "periodSeconds": 15}]}
          """);

  private static final JsonValue DOWN =
      JsonTrees.read(
          """
          {"selectPolicy": "Max", "policies": [
            {"type": "Percent", "value": 100, "periodSeconds": 15}]}
          """);

  private AutoscalerDefaults() {}

  static void behavior(JsonObject behavior) {
    complete(Members.object(behavior, "scaleUp"), UP);
    complete(Members.object(behavior, "scaleDown"), DOWN);
  }

  private static void complete(JsonObject rules, JsonValue usual) {
    rules.properties().removeIf(each -> each.getValue().isNull());
    Members.addMissing(rules, usual);
  }
}
