package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The items that a list had before an update, by their keys. An item that lacks a key is not found.
 */
final class OldItems {
  private final List<String> keys;
  private final Map<List<JsonValue>, JsonValue> byKeys = new HashMap<>();

  /** Has no items if there was no list. */
  OldItems(@Nullable JsonValue old, List<String> keys) {
    this.keys = keys;
    if (old instanceof JsonArray array) {
      for (JsonValue item : array) {
        List<JsonValue> values = keysOf(item);
        if (values != null) {
          byKeys.putIfAbsent(values, item);
        }
      }
    }
  }

  /** Returns null if a key is absent or not a scalar. */
  private @Nullable List<JsonValue> keysOf(JsonValue item) {
    var values = new ArrayList<JsonValue>(keys.size());
    for (String key : keys) {
      JsonValue value = item.path(key);
      if (!value.isScalar() || value.isNull()) {
        return null;
      }
      values.add(value);
    }
    return values;
  }

  /** Returns the old value of an item; null if there was none. */
  @Nullable JsonValue of(JsonValue item) {
    List<JsonValue> values = byKeys.isEmpty() ? null : keysOf(item);
    return values == null ? null : byKeys.get(values);
  }
}
