package io.listwatch.objects.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Reads and fills members of trees, where what is null or empty counts as absent. */
final class Members {
  private Members() {}

  static String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isTextual() ? value.textValue() : "";
  }

  static boolean absent(JsonNode object, String name) {
    return !object.hasNonNull(name);
  }

  /** Whether there is nothing in a list, a map or a text, or no such member at all. */
  static boolean empty(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isTextual() ? value.textValue().isEmpty() : value.isEmpty();
  }

  /** A member that is an object, which it is made if it is absent. */
  static ObjectNode object(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode found ? found : parent.putObject(name);
  }

  /** Adds the members that an object does not have yet. */
  static void addMissing(ObjectNode object, JsonNode from) {
    for (Map.Entry<String, JsonNode> each : from.properties()) {
      if (!object.has(each.getKey())) {
        object.set(each.getKey(), each.getValue().deepCopy());
      }
    }
  }
}
