package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.Arrays;

/**
 * Writes all paths of a value as {@link FieldsV1}: to its ends, and to all that leads there. Who
 * creates an object by an update owns these.
 *
 * <p>Not thread-safe.
 */
final class AllFields {
  /** Stands wherever nothing is below a path: most of the tree would be empty objects. */
  private final JsonObject nothing = new JsonObject();

  private AllFields() {}

  /** The path to the value included. */
  static JsonObject of(Schema schema, JsonValue value) {
    return new AllFields().fields(schema, value);
  }

  /** Recursive: trees nest within bounds. */
  private JsonObject fields(Schema schema, JsonValue value) {
    return switch (Schemas.shape(schema, value)) {
      case STRUCT, MAP, ANY ->
          !schema.atomic() && value instanceof JsonObject object && !object.isEmpty()
              ? members(schema, object)
              : nothing;
      case LIST ->
          schema.listType() != ListType.ATOMIC && value instanceof JsonArray items
              ? items(schema, items)
              : nothing;
      case SCALAR -> nothing;
    };
  }

  private JsonObject members(Schema schema, JsonObject object) {
    JsonObject fields = startingWithSelf();
    for (String name : sortedNames(object)) {
      fields.set("f:" + name, fields(Schemas.member(schema, name), object.path(name)));
    }
    return fields;
  }

  private static String[] sortedNames(JsonObject object) {
    String[] names = object.fieldNames().toArray(String[]::new);
    Arrays.sort(names);
    return names;
  }

  /** Items that cannot be told apart are one thing, without parts. */
  private JsonObject items(Schema schema, JsonArray items) {
    JsonObject fields = startingWithSelf();
    ListItems.byElement(schema, items)
        .forEach(
            (element, same) ->
                fields.set(
                    element.toString(),
                    same.size() == 1 ? fields(schema.item(), same.get(0)) : nothing));
    return fields.size() == 1 ? nothing : fields;
  }

  private JsonObject startingWithSelf() {
    JsonObject fields = new JsonObject();
    fields.set(FieldsV1.SELF, nothing);
    return fields;
  }
}
