package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Map;

/**
 * Spells objects of which nothing is known: members sorted by name, numbers in their one spelling,
 * everything else as it is, nulls and what is empty included.
 */
public final class SortedForm implements CanonicalForm {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Override
  public byte[] encode(ObjectNode object) {
    return JsonWriter.write(sorted(object), EXPECTED_BYTES);
  }

  /** The same with the members of all objects in order. */
  public static JsonNode sorted(JsonNode given) {
    if (given instanceof ObjectNode object) {
      ObjectNode sorted = NODES.objectNode();
      for (String name : names(object)) {
        sorted.set(name, sorted(object.get(name)));
      }
      return sorted;
    }
    if (given instanceof ArrayNode array) {
      ArrayNode items = NODES.arrayNode(array.size());
      for (JsonNode item : array) {
        items.add(sorted(item));
      }
      return items;
    }
    return given.isNumber() ? Numbers.normalized(given) : given;
  }

  static String[] names(ObjectNode object) {
    String[] names = new String[object.size()];
    int count = 0;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      names[count++] = member.getKey();
    }
    Arrays.sort(names, Utf8Order.INSTANCE);
    return names;
  }
}
