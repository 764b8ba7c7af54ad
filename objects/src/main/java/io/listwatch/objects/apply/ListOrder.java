package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The directive of a strategic merge patch that says in which order the items of a list shall be:
 * those that it names as it names them. Where the patch says something of items itself, it must do
 * so in the same order.
 */
final class ListOrder {
  static final String DIRECTIVE = "$setElementOrder";

  private static final String LIST = "[]interface {}";
  private static final String MAP = "map[string]interface {}";

  private ListOrder() {}

  /** Merges the list that the directive of this name orders, and takes both out of the patch. */
  static void merge(String name, ObjectNode original, ObjectNode patch, Schema schema) {
    ArrayNode wanted = list(patch.remove(name));
    String list =
        StrategicMergePatch.listOf(name, DIRECTIVE, "invalid patch format of setElementOrder list");
    ArrayNode before = original.has(list) ? list(original.get(list)) : null;
    ArrayNode items = patch.has(list) ? list(patch.remove(list)) : null;
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

  private static ArrayNode merged(
      ListMerge lists, @Nullable ArrayNode before, @Nullable ArrayNode items, ArrayNode wanted) {
    if (before == null) {
      ArrayNode none = wanted.arrayNode();
      ArrayNode made = items == null ? none : items;
      StrategicMergePatch.withoutDirectives(made);
      if (made.isEmpty()) {
        throw PatchException.untyped("no elements in any of the given slices");
      }
      return lists.ordered(made, wanted, none);
    }
    ArrayNode all = items == null ? before : lists.merge(before, items);
    return lists.ordered(all, wanted, before);
  }

  /** Passes if the items are among those that are wanted, in the same order. */
  private static void check(ArrayNode items, ArrayNode wanted, String mergeKey) {
    if (items.isEmpty() || wanted.isEmpty()) {
      return;
    }
    int next = 0;
    for (JsonNode item : items) {
      if (!item.has(StrategicMergePatch.PATCH)) {
        JsonNode key = key(item, mergeKey);
        while (next < wanted.size() && !key(wanted.get(next), mergeKey).equals(key)) {
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

  private static JsonNode key(JsonNode item, String mergeKey) {
    if (mergeKey.isEmpty()) {
      return item;
    }
    if (!item.isObject()) {
      throw wrong(MAP, item);
    }
    return ListMerge.key(item, mergeKey);
  }

  private static ArrayNode list(JsonNode value) {
    if (value instanceof ArrayNode list) {
      return list;
    }
    throw wrong(LIST, value);
  }

  private static PatchException wrong(String expected, JsonNode value) {
    return PatchException.untyped(
        "expected a %s, but received a %s"
            .formatted(expected, value.isNull() ? "%!s(<nil>)" : GoNames.type(value)));
  }
}
