package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;

/**
 * Removes paths from an object, with everything below them. A container that becomes empty turns
 * into null, unless it is removed itself.
 *
 * <p>The result shares unchanged parts with the given tree.
 */
final class Removal {
  private Removal() {}

  static JsonObject of(JsonObject object, FieldSet removed, Schema schema) {
    return removed.isEmpty() ? object : members(schema, object, removed);
  }

  /** Recursive: the depth of trees is bounded. */
  private static JsonValue remove(Schema schema, JsonValue value, FieldSet removed) {
    if (removed.isEmpty()) {
      return value;
    }
    JsonValue rest =
        switch (Schemas.shape(schema, value)) {
          case SCALAR -> value;
          case STRUCT, MAP, ANY ->
              value instanceof JsonObject object && !schema.atomic()
                  ? members(schema, object, removed)
                  : JsonValue.NULL;
          case LIST ->
              value instanceof JsonArray list && schema.listType() != ListType.ATOMIC
                  ? items(schema, list, removed)
                  : JsonValue.NULL;
        };
    return rest.isContainer() && rest.isEmpty() ? JsonValue.NULL : rest;
  }

  private static JsonObject members(Schema schema, JsonObject object, FieldSet removed) {
    JsonObject rest = new JsonObject();
    object.forEachMember(
        (name, value) -> {
          PathElement step = new PathElement.Member(name);
          if (!removed.has(step)) {
            rest.append(name, remove(Schemas.member(schema, name), value, removed.below(step)));
          }
        });
    return rest;
  }

  private static JsonArray items(Schema schema, JsonArray list, FieldSet removed) {
    JsonArray rest = new JsonArray();
    for (JsonValue item : list) {
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
