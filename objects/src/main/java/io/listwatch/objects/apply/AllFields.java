package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.Arrays;

/**
 * Collects all paths of a value as {@link FieldsV1}: leaves and the paths to them. A manager that
 * creates an object by an update owns all of these.
 *
 * <p>Not thread-safe.
 */
final class AllFields {
  /** Shared by all leaves: most nodes of a tree are leaves. */
  private final JsonObject nothing = new JsonObject();

  private AllFields() {}

  /** Returns the paths, including the path of the value itself. */
  static JsonObject of(Schema schema, JsonValue value) {
    return new AllFields().fields(schema, value);
  }

  /** Recursive: the depth of trees is bounded. */
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

  /** Returns the paths of a list's items. Items with the same key are one leaf. */
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
