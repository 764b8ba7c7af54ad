package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.Map;

/**
 * Takes paths out of an object, with all that is below them. What is left without any part is null,
 * unless it goes itself.
 *
 * <p>The result shares what was not touched with the tree that it was made of.
 */
final class Removal {
  private Removal() {}

  static ObjectNode of(ObjectNode object, FieldSet removed, Schema schema) {
    return removed.isEmpty() ? object : members(schema, object, removed);
  }

  /** Recursive: trees nest within bounds. */
  private static JsonNode remove(Schema schema, JsonNode value, FieldSet removed) {
    if (removed.isEmpty()) {
      return value;
    }
    JsonNode rest =
        switch (Schemas.shape(schema, value)) {
          case SCALAR -> value;
          case STRUCT, MAP, ANY ->
              value instanceof ObjectNode object && !schema.atomic()
                  ? members(schema, object, removed)
                  : NullNode.instance;
          case LIST ->
              value instanceof ArrayNode list && schema.listType() != ListType.ATOMIC
                  ? items(schema, list, removed)
                  : NullNode.instance;
        };
    return rest.isContainerNode() && rest.isEmpty() ? NullNode.instance : rest;
  }

  private static ObjectNode members(Schema schema, ObjectNode object, FieldSet removed) {
    ObjectNode rest = object.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      PathElement step = new PathElement.Member(member.getKey());
      if (!removed.has(step)) {
        Schema below = Schemas.member(schema, member.getKey());
        rest.set(member.getKey(), remove(below, member.getValue(), removed.below(step)));
      }
    }
    return rest;
  }

  private static ArrayNode items(Schema schema, ArrayNode list, FieldSet removed) {
    ArrayNode rest = list.arrayNode();
    for (JsonNode item : list) {
      PathElement step = ListItems.element(schema, item);
      if (step == null) {
        rest.add(item);
      } else if (!removed.has(step)) {
        rest.add(remove(schema.item(), item, removed.below(step)));
      }
    }
    return rest;
  }
}
