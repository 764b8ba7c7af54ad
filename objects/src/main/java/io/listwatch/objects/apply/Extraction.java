package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.List;
import java.util.Map;

/**
 * Finds the paths that an applied configuration sets: leaves, list items, map keys and empty
 * values. Unlike a {@link Comparison}, it leaves out struct members that only lead to other paths.
 */
final class Extraction {
  private Extraction() {}

  static FieldSet of(JsonObject object, Schema schema) {
    FieldSet.Builder paths = new FieldSet.Builder();
    members(schema, object, paths);
    return paths.build();
  }

  /** Recursive: the depth of trees is bounded. */
  private static void collect(Schema schema, JsonValue value, FieldSet.Builder paths) {
    switch (Schemas.shape(schema, value)) {
      case STRUCT, MAP, ANY -> {
        if (schema.atomic()) {
          paths.addSelf();
        } else if (value instanceof JsonObject object) {
          members(schema, object, paths);
        }
      }
      case LIST -> {
        if (schema.listType() == ListType.ATOMIC) {
          paths.addSelf();
        } else if (value instanceof JsonArray list) {
          items(schema, list, paths);
        }
      }
      case SCALAR -> paths.addSelf();
    }
  }

  private static void members(Schema schema, JsonObject object, FieldSet.Builder paths) {
    object.forEachMember(
        (name, value) -> {
          FieldSet.Builder below = paths.below(new PathElement.Member(name));
          collect(Schemas.member(schema, name), value, below);
          boolean empty = value.isNull() || (value.isObject() && value.isEmpty());
          if (empty || !schema.declares(name)) {
            below.addSelf();
          }
        });
  }

  private static void items(Schema schema, JsonArray list, FieldSet.Builder paths) {
    for (Map.Entry<PathElement, List<JsonValue>> item :
        ListItems.byElement(schema, list).entrySet()) {
      FieldSet.Builder below = paths.below(item.getKey());
      below.addSelf();
      if (item.getValue().size() == 1) {
        collect(schema.item(), item.getValue().get(0), below);
      }
    }
  }
}
