package io.listwatch.store;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes to a {@link SortedTable} and applies them in one pass that copies each node at
 * most once. A thousand single changes would copy the upper nodes a thousand times.
 *
 * <p>Not thread-safe. {@link #commit} returns a new table; the original does not change.
 */
public final class TableEditor<K extends Comparable<? super K>, V> {
  private final SortedTable<K, V> base;

  /** Changes to the base table; null is a removal. */
  private final TreeMap<K, @Nullable V> changes = new TreeMap<>();

  TableEditor(SortedTable<K, V> base) {
    this.base = base;
  }

  /** Returns the value of {@code key} with the changes so far. */
  public @Nullable V get(K key) {
    V changed = changes.get(key);
    if (changed != null) {
      return changed;
    }
    return changes.containsKey(key) ? null : base.get(key);
  }

  public void put(K key, V value) {
    if (base.get(key) == value) {
      changes.remove(key);
    } else {
      changes.put(key, value);
    }
  }

  public void remove(K key) {
    if (base.containsKey(key)) {
      changes.put(key, null);
    } else {
      changes.remove(key);
    }
  }

  /** Returns the table with all changes, or the same table if nothing differs. */
  public SortedTable<K, V> commit() {
    return changes.isEmpty() ? base : base.withAll(new TableChanges<>(changes));
  }
}
