package io.listwatch.objects.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;

/** What is filled into autoscalers that say something about their behavior. */
final class AutoscalerDefaults {
  private static final JsonNode UP =
      JsonTrees.read(
          """
          {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [
            {"type": "Pods", "value": 4, "periodSeconds": 15},
            {"type": "Percent", "value": 100, "periodSeconds": 15}]}
          """);

  private static final JsonNode DOWN =
      JsonTrees.read(
          """
          {"selectPolicy": "Max", "policies": [
            {"type": "Percent", "value": 100, "periodSeconds": 15}]}
          """);

  private AutoscalerDefaults() {}

  static void behavior(ObjectNode behavior) {
    complete(Members.object(behavior, "scaleUp"), UP);
    complete(Members.object(behavior, "scaleDown"), DOWN);
  }

  private static void complete(ObjectNode rules, JsonNode usual) {
    rules.properties().removeIf(each -> each.getValue().isNull());
    Members.addMissing(rules, usual);
  }
}
