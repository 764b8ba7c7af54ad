package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;

/** Reads and fills members of trees, where what is null or empty counts as absent. */
final class Members {
  private Members() {}

  static String text(JsonValue object, String name) {
    JsonValue value = object.path(name);
    return value.isText() ? value.textValue() : "";
  }

  static boolean absent(JsonValue object, String name) {
    return !object.hasNonNull(name);
  }

  /** Whether there is nothing in a list, a map or a text, or no such member at all. */
  static boolean empty(JsonValue object, String name) {
    JsonValue value = object.path(name);
    return value.isText() ? value.textValue().isEmpty() : value.isEmpty();
  }

  /** A member that is an object, which it is made if it is absent. */
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
