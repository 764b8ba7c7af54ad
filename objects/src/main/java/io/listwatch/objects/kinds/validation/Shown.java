package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;

/** How values are told to whoever sent them. */
final class Shown {
  private Shown() {}

  /** Text as text, maps of text by their keys, what is absent as null, all else as it is. */
  static Object of(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value instanceof ObjectNode map && isMapOfText(map)) {
      return sorted(map);
    }
    return value.isMissingNode() ? NullNode.getInstance() : value;
  }

  private static boolean isMapOfText(ObjectNode map) {
    for (JsonNode each : map) {
      if (!each.isTextual()) {
        return false;
      }
    }
    return true;
  }

  private static ObjectNode sorted(ObjectNode map) {
    var names = new ArrayList<String>();
    map.fieldNames().forEachRemaining(names::add);
    names.sort(null);
    ObjectNode sorted = map.objectNode();
    names.forEach(name -> sorted.set(name, map.get(name)));
    return sorted;
  }
}
