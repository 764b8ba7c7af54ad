package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a value before and after an update. A member that the schema does not declare makes
 * objects different. Lists with keys may change their order.
 */
final class SchemaEquality {
  private SchemaEquality() {}

  static boolean equal(JsonValue schema, JsonValue a, JsonValue b) {
    if (a.isObject() && b.isObject()) {
      return equalObjects(schema, a, b);
    }
    if (a.isArray() && b.isArray()) {
      return a.size() == b.size() && equalArrays(schema, a, b);
    }
    return a.equalsByNumber(b);
  }

  /** Returns the schema of a member; missing if there is none. */
  static JsonValue member(JsonValue schema, String name) {
    JsonValue property = schema.path("properties").path(name);
    return property.isObject() ? property : schema.path("additionalProperties");
  }

  private static boolean equalObjects(JsonValue schema, JsonValue a, JsonValue b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, JsonValue> entry : a.properties()) {
      JsonValue other = b.get(entry.getKey());
      JsonValue member = member(schema, entry.getKey());
      if (other == null || !member.isObject() || !equal(member, entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalArrays(JsonValue schema, JsonValue a, JsonValue b) {
    if (!schema.path("x-kubernetes-list-type").asText().equals("map")) {
      for (int i = 0; i < a.size(); i++) {
        if (!a.path(i).equalsByNumber(b.path(i))) {
          return false;
        }
      }
      return true;
    }
    var before = new HashMap<List<JsonValue>, JsonValue>();
    for (JsonValue element : b) {
      before.putIfAbsent(key(schema, element), element);
    }
    for (JsonValue element : a) {
      JsonValue other = before.get(key(schema, element));
      if (other == null || !equal(schema.path("items"), element, other)) {
        return false;
      }
    }
    return true;
  }

  private static List<JsonValue> key(JsonValue schema, JsonValue element) {
    var key = new ArrayList<JsonValue>();
    schema.path("x-kubernetes-list-map-keys").forEach(name -> key.add(element.path(name.asText())));
    return key;
  }
}
