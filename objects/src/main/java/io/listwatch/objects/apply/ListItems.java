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

/** Identifies the items of a list: by their keys, or by their values if the list is a set. */
final class ListItems {
  private ListItems() {}

  /**
   * Returns the identity of an item; null if it has none. An absent key has its default. A key that
   * is absent and has no default is not part of the identity.
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
   * Returns the items by identity. Duplicates, which objects can have if they were stored before
   * validation rejected them, share one element. Items without identity are left out.
   *
   * <p>Sorted, not hashed, because clients choose the keys and could make them collide.
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
