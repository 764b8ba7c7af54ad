package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The items that a list had before, known again by their keys. */
final class FormerItems {
  private final List<String> keys;
  private final Map<List<JsonNode>, JsonNode> byKeys = new HashMap<>();

  /** Knows none if there was no list. */
  FormerItems(@Nullable JsonNode old, List<String> keys) {
    this.keys = keys;
    if (old instanceof ArrayNode array) {
      array.forEach(each -> byKeys.putIfAbsent(keysOf(each), each));
    }
  }

  private List<JsonNode> keysOf(JsonNode item) {
    var values = new ArrayList<JsonNode>(keys.size());
    keys.forEach(key -> values.add(item.path(key)));
    return values;
  }

  /** What an item was before; null if it was not there. */
  @Nullable JsonNode of(JsonNode item) {
    return byKeys.isEmpty() ? null : byKeys.get(keysOf(item));
  }
}
