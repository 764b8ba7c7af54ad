package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;

/** Converts values to the form that they have in error messages. */
final class MessageValue {
  private MessageValue() {}

  /**
   * Returns strings as strings, maps of strings sorted by key, absent values as null, everything
   * else unchanged.
   */
  static Object of(JsonValue value) {
    if (value.isText()) {
      return value.textValue();
    }
    if (value instanceof JsonObject map && isMapOfText(map)) {
      return sorted(map);
    }
    return value.isMissing() ? JsonValue.NULL : value;
  }

  private static boolean isMapOfText(JsonObject map) {
    for (JsonValue each : map) {
      if (!each.isText()) {
        return false;
      }
    }
    return true;
  }

  private static JsonObject sorted(JsonObject map) {
    var names = new ArrayList<String>();
    names.addAll(map.fieldNames());
    names.sort(null);
    JsonObject sorted = new JsonObject();
    names.forEach(name -> sorted.set(name, map.get(name)));
    return sorted;
  }
}
