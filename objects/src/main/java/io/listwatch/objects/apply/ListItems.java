package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells the items of a list apart: by its keys, or by their values if it is a set. */
final class ListItems {
  private ListItems() {}

  /**
   * What tells the item apart; null if nothing does. A key that is absent has its default; without
   * one it is left out, and so is different from every value.
   */
  static @Nullable PathElement element(Schema list, JsonValue item) {
    if (list.listType() == ListType.SET) {
      return item.isScalar() && !item.isNull() ? new PathElement.Value(item) : null;
    }
    List<PathElement.Key> keys = new ArrayList<>(list.keys().size());
    for (String key : list.keys()) {
      JsonValue value = item.get(key);
      if (value == null && item.isObject()) {
        value = list.item().defaultOf(key);
      }
      if (value != null) {
        keys.add(new PathElement.Key(key, value));
      }
    }
    return keys.isEmpty() ? null : new PathElement.Keyed(keys);
  }

  /**
   * The items by what tells them apart. Several that cannot be told apart stand under one element:
   * they may have been made before there was a rule against it. What has no element is left out.
   *
   * <p>Sorted, not hashed: the keys are the clients' own, who could choose them to collide.
   */
  static SortedMap<PathElement, List<JsonValue>> byElement(Schema list, @Nullable JsonArray items) {
    SortedMap<PathElement, List<JsonValue>> elements = new TreeMap<>();
    if (items != null) {
      for (JsonValue item : items) {
        PathElement element = element(list, item);
        if (element != null) {
          elements.computeIfAbsent(element, absent -> new ArrayList<>(1)).add(item);
        }
      }
    }
    return elements;
  }
}
