package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Applies changes of objects to an {@link IndexTable}. Not thread-safe. */
final class IndexChanges implements DiffVisitor<ResourceKey, Resource> {
  private final IndexTable base;
  private final IndexFailures failures;
  private final TableEditor<ResourceKey, Object> valuesByKey;
  private final Map<String, TableEditor<ResourceKey, Resource>> objectsByValue = new HashMap<>();

  IndexChanges(IndexTable base, IndexFailures failures) {
    this.base = base;
    this.failures = failures;
    valuesByKey = base.valuesByKey().edit();
  }

  @Override
  public void added(ResourceKey key, Resource object) {
    move(key, object, List.of(), valuesOf(object));
  }

  @Override
  public void changed(ResourceKey key, Resource before, Resource after) {
    move(key, after, valuesBefore(key), valuesOf(after));
  }

  @Override
  public void removed(ResourceKey key, Resource object) {
    move(key, object, valuesBefore(key), List.of());
  }

  private List<String> valuesBefore(ResourceKey key) {
    return IndexValues.unpack(base.valuesByKey().get(key));
  }

  private List<String> valuesOf(Resource object) {
    try {
      return IndexValues.distinct(base.index().valuesOf(object));
    } catch (RuntimeException cause) {
      failures.failed(base.index(), object, cause);
      return List.of();
    }
  }

  private void move(ResourceKey key, Resource object, List<String> from, List<String> to) {
    if (!from.equals(to)) {
      from.forEach(value -> objectsBy(value).remove(key));
      keepValues(key, to);
    }
    to.forEach(value -> objectsBy(value).put(key, object));
  }

  private void keepValues(ResourceKey key, List<String> values) {
    Object packed = IndexValues.pack(values);
    if (packed == null) {
      valuesByKey.remove(key);
    } else {
      valuesByKey.put(key, packed);
    }
  }

  private TableEditor<ResourceKey, Resource> objectsBy(String value) {
    return objectsByValue.computeIfAbsent(value, v -> base.objects(v).edit());
  }

  IndexTable commit() {
    var edited = base.objectsByValue().edit();
    objectsByValue.forEach((value, objects) -> keepObjects(edited, value, objects.commit()));
    return new IndexTable(base.index(), valuesByKey.commit(), edited.commit());
  }

  /**
   * Stores the objects of a value, or removes the value if no object has it, so that values do not
   * accumulate.
   */
  private static void keepObjects(
      TableEditor<String, SortedTable<ResourceKey, Resource>> edited,
      String value,
      SortedTable<ResourceKey, Resource> objects) {
    if (objects.isEmpty()) {
      edited.remove(value);
    } else {
      edited.put(value, objects);
    }
  }
}
