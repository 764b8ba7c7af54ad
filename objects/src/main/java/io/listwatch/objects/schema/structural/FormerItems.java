package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The old items of a list, by their keys. */
final class FormerItems {
  private final List<String> keys;
  private final Map<List<JsonValue>, JsonValue> byKeys = new HashMap<>();

  /** Has no items if there was no list. */
  FormerItems(@Nullable JsonValue old, List<String> keys) {
    this.keys = keys;
    if (old instanceof JsonArray array) {
      array.forEach(each -> byKeys.putIfAbsent(keysOf(each), each));
    }
  }

  private List<JsonValue> keysOf(JsonValue item) {
    var values = new ArrayList<JsonValue>(keys.size());
    keys.forEach(key -> values.add(item.path(key)));
    return values;
  }

  /** Returns the old value of an item; null if there was none. */
  @Nullable JsonValue of(JsonValue item) {
    return byKeys.isEmpty() ? null : byKeys.get(keysOf(item));
  }
}
