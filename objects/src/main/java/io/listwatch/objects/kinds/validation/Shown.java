package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;

/** How values are told to whoever sent them. */
final class Shown {
  private Shown() {}

  /** Text as text, maps of text by their keys, what is absent as null, all else as it is. */
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
