package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The directive {@code $setElementOrder} of a strategic merge patch, which gives the order of list
 * items. Items that the patch itself contains must be in the same order.
 */
final class ListOrder {
  static final String DIRECTIVE = "$setElementOrder";

  private static final String LIST = "[]interface {}";
  private static final String MAP = "map[string]interface {}";

  private ListOrder() {}

  /**
   * Merges the list that the directive orders. Removes the list and the directive from the patch.
   */
  static void merge(String name, JsonObject original, JsonObject patch, Schema schema) {
    JsonArray wanted = take(name, patch);
    String list =
        StrategicMergePatch.listOf(name, DIRECTIVE, "invalid patch format of setElementOrder list");
    JsonArray before = original.has(list) ? list(original.path(list)) : null;
    JsonArray items = patch.has(list) ? take(list, patch) : null;
    FieldSchema field = StrategicMergePatch.field(schema, list);
    if (field.type().shape() != Shape.LIST && !field.pointer()) {
      throw PatchException.untyped("expected slice or array type, but got: struct");
    }
    if (items != null) {
      check(items, wanted, field.mergeKey());
    }
    if (before != null || items != null) {
      original.set(list, merged(ListMerge.of(field), before, items, wanted));
    }
  }

  private static JsonArray merged(
      ListMerge lists, @Nullable JsonArray before, @Nullable JsonArray items, JsonArray wanted) {
    if (before == null) {
      JsonArray none = new JsonArray();
      JsonArray made = items == null ? none : items;
      StrategicMergePatch.withoutDirectives(made);
      if (made.isEmpty()) {
        throw PatchException.untyped("no elements in any of the given slices");
      }
      return lists.ordered(made, wanted, none);
    }
    JsonArray all = items == null ? before : lists.merge(before, items);
    return lists.ordered(all, wanted, before);
  }

  /** Rejects items that are not in the directive, or not in its order. */
  private static void check(JsonArray items, JsonArray wanted, String mergeKey) {
    if (items.isEmpty() || wanted.isEmpty()) {
      return;
    }
    int next = 0;
    for (JsonValue item : items) {
      if (!item.has(StrategicMergePatch.PATCH)) {
        JsonValue key = key(item, mergeKey);
        while (next < wanted.size() && !key(wanted.path(next), mergeKey).equals(key)) {
          next++;
        }
        if (next == wanted.size()) {
          throw PatchException.untyped(
              "The order in patch list:\n%s\n doesn't match %s list:\n%s\n"
                  .formatted(GoText.of(items), DIRECTIVE, GoText.of(wanted)));
        }
        next++;
      }
    }
  }

  private static JsonValue key(JsonValue item, String mergeKey) {
    if (mergeKey.isEmpty()) {
      return item;
    }
    if (!item.isObject()) {
      throw wrong(MAP, item);
    }
    return ListMerge.key(item, mergeKey);
  }

  private static JsonArray take(String name, JsonObject patch) {
    JsonArray list = list(patch.path(name));
    patch.remove(name);
    return list;
  }

  private static JsonArray list(JsonValue value) {
    if (value instanceof JsonArray list) {
      return list;
    }
    throw wrong(LIST, value);
  }

  private static PatchException wrong(String expected, JsonValue value) {
    return PatchException.untyped(
        "expected a %s, but received a %s"
            .formatted(expected, value.isNull() ? "%!s(<nil>)" : GoNames.type(value)));
  }
}
