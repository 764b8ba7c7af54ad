package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Writes all paths of a value as {@link FieldsV1}: to its ends, and to all that leads there. Who
 * creates an object by an update owns these.
 *
 * <p>Not thread-safe.
 */
final class AllFields {
  /** Stands wherever nothing is below a path: most of the tree would be empty objects. */
  private final ObjectNode nothing = JsonNodeFactory.instance.objectNode();

  private AllFields() {}

  /** The path to the value included. */
  static ObjectNode of(Schema schema, JsonNode value) {
    return new AllFields().fields(schema, value);
  }

  /** Recursive: trees nest within bounds. */
  private ObjectNode fields(Schema schema, JsonNode value) {
    return switch (Schemas.shape(schema, value)) {
      case STRUCT, MAP, ANY ->
          !schema.atomic() && value instanceof ObjectNode object && !object.isEmpty()
              ? members(schema, object)
              : nothing;
      case LIST ->
          schema.listType() != ListType.ATOMIC && value instanceof ArrayNode items
              ? items(schema, items)
              : nothing;
      case SCALAR -> nothing;
    };
  }

  private ObjectNode members(Schema schema, ObjectNode object) {
    ObjectNode fields = startingWithSelf();
    for (String name : sortedNames(object)) {
      fields.set("f:" + name, fields(Schemas.member(schema, name), object.get(name)));
    }
    return fields;
  }

  private static String[] sortedNames(ObjectNode object) {
    String[] names = new String[object.size()];
    Iterator<String> unsorted = object.fieldNames();
    for (int i = 0; i < names.length; i++) {
      names[i] = unsorted.next();
    }
    Arrays.sort(names);
    return names;
  }

  /** Items that cannot be told apart are one thing, without parts. */
  private ObjectNode items(Schema schema, ArrayNode items) {
    ObjectNode fields = startingWithSelf();
    ListItems.byElement(schema, items)
        .forEach(
            (element, same) ->
                fields.set(
                    element.toString(),
                    same.size() == 1 ? fields(schema.item(), same.get(0)) : nothing));
    return fields.size() == 1 ? nothing : fields;
  }

  private ObjectNode startingWithSelf() {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    fields.set(FieldsV1.SELF, nothing);
    return fields;
  }
}
