package io.listwatch.server.registry.builtin;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Converts the {@code behavior} of an HPA between {@code v2} and the annotation of {@code v1}, in
 * which kube-apiserver writes its internal type: with the names of Go's fields and with nulls.
 * Names are read in any case, as Go does.
 */
final class V1Behavior {
  private static final List<String> DIRECTIONS = List.of("scaleUp", "scaleDown");
  private static final List<String> RULES =
      List.of("stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance");
  private static final List<String> POLICY = List.of("type", "value", "periodSeconds");

  private V1Behavior() {}

  static JsonObject toV1(JsonValue behavior) {
    JsonObject old = new JsonObject();
    for (String direction : DIRECTIONS) {
      JsonValue rules = behavior.path(direction);
      old.set(goName(direction), rules.isObject() ? rulesToV1(rules) : JsonValue.NULL);
    }
    return old;
  }

  private static JsonObject rulesToV1(JsonValue rules) {
    JsonObject old = renamedToV1(rules, RULES);
    if (rules.path("policies") instanceof JsonArray policies) {
      JsonArray items = old.putArray(goName("policies"));
      policies.forEach(each -> items.add(renamedToV1(each, POLICY)));
    }
    return old;
  }

  private static JsonObject renamedToV1(JsonValue given, List<String> names) {
    JsonObject old = new JsonObject();
    for (String name : names) {
      JsonValue value = given.get(name);
      old.set(goName(name), value == null ? JsonValue.NULL : value);
    }
    return old;
  }

  private static String goName(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  static JsonObject fromV1(JsonObject old) {
    JsonObject behavior = renamedFromV1(old, DIRECTIONS);
    for (String direction : DIRECTIONS) {
      if (behavior.get(direction) instanceof JsonObject given) {
        JsonObject rules = renamedFromV1(given, RULES);
        if (rules.path("policies") instanceof JsonArray policies) {
          JsonArray items = new JsonArray();
          policies.forEach(
              each ->
                  items.add(
                      each instanceof JsonObject policy ? renamedFromV1(policy, POLICY) : each));
          rules.set("policies", items);
        }
        behavior.set(direction, rules);
      }
    }
    return behavior;
  }

  private static JsonObject renamedFromV1(JsonObject old, List<String> names) {
    JsonObject given = new JsonObject();
    for (Map.Entry<String, JsonValue> member : old.properties()) {
      if (!member.getValue().isNull()) {
        names.stream()
            .filter(name -> name.equalsIgnoreCase(member.getKey()))
            .forEach(name -> given.set(name, member.getValue()));
      }
    }
    return given;
  }
}
