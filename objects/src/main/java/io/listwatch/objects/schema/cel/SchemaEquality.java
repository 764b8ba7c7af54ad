package io.listwatch.objects.schema.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a value is the same before and after an update, by what the schema knows: a member that
 * the schema does not know makes objects different, and lists with keys may change their order.
 */
final class SchemaEquality {
  private SchemaEquality() {}

  static boolean equal(JsonNode schema, JsonNode a, JsonNode b) {
    if (a.isObject() && b.isObject()) {
      return equalObjects(schema, a, b);
    }
    if (a.isArray() && b.isArray()) {
      return a.size() == b.size() && equalArrays(schema, a, b);
    }
    return same(a, b);
  }

  /** The schema of a member, missing if there is none. */
  static JsonNode member(JsonNode schema, String name) {
    JsonNode property = schema.path("properties").path(name);
    return property.isObject() ? property : schema.path("additionalProperties");
  }

  private static boolean equalObjects(JsonNode schema, JsonNode a, JsonNode b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> entry : a.properties()) {
      JsonNode other = b.get(entry.getKey());
      JsonNode member = member(schema, entry.getKey());
      if (other == null || !member.isObject() || !equal(member, entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalArrays(JsonNode schema, JsonNode a, JsonNode b) {
    if (!schema.path("x-kubernetes-list-type").asText().equals("map")) {
      for (int i = 0; i < a.size(); i++) {
        if (!same(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
    var before = new HashMap<List<JsonNode>, JsonNode>();
    for (JsonNode element : b) {
      before.putIfAbsent(key(schema, element), element);
    }
    for (JsonNode element : a) {
      JsonNode other = before.get(key(schema, element));
      if (other == null || !equal(schema.path("items"), element, other)) {
        return false;
      }
    }
    return true;
  }

  private static List<JsonNode> key(JsonNode schema, JsonNode element) {
    var key = new ArrayList<JsonNode>();
    schema.path("x-kubernetes-list-map-keys").forEach(name -> key.add(element.path(name.asText())));
    return key;
  }

  /** Trees of different readers may hold one number in different types. */
  private static boolean same(JsonNode a, JsonNode b) {
    return a.equals(
        (x, y) ->
            x.isNumber() && y.isNumber()
                ? x.decimalValue().compareTo(y.decimalValue())
                : x.equals(y) ? 0 : 1,
        b);
  }
}
