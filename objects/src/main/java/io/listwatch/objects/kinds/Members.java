package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;

/** Reads and fills members of JSON objects. Null and empty members count as absent. */
final class Members {
  private Members() {}

  static String text(JsonValue object, String name) {
    JsonValue value = object.path(name);
    return value.isText() ? value.textValue() : "";
  }

  static boolean absent(JsonValue object, String name) {
    return !object.hasNonNull(name);
  }

  /** True if the member is absent, or an empty list, map or string. */
  static boolean empty(JsonValue object, String name) {
    JsonValue value = object.path(name);
    return value.isText() ? value.textValue().isEmpty() : value.isEmpty();
  }

  /** Returns the member, which must be an object; adds an empty one if it is absent. */
  static JsonObject object(JsonObject parent, String name) {
    return parent.get(name) instanceof JsonObject found ? found : parent.putObject(name);
  }

  /** Adds the members that an object does not have yet. */
  static void addMissing(JsonObject object, JsonValue from) {
    for (Map.Entry<String, JsonValue> each : from.properties()) {
      if (!object.has(each.getKey())) {
        object.set(each.getKey(), each.getValue().deepCopy());
      }
    }
  }
}
