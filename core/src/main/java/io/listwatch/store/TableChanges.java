package io.listwatch.store;

import java.util.Arrays;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Changes to a {@link SortedTable} in key order, at most one per key. */
final class TableChanges<K extends Comparable<? super K>, V> {
  private final K[] keys;
  private final @Nullable V[] values;

  /** A null value is a removal. */
  TableChanges(NavigableMap<K, @Nullable V> changes) {
    keys = changes.keySet().toArray(TableArrays.<K>keys(0));
    values = changes.values().toArray(TableArrays.<V>values(0));
  }

  int size() {
    return keys.length;
  }

  K key(int i) {
    return keys[i];
  }

  /** Returns the key's new value, or null if it is removed. */
  @Nullable V value(int i) {
    return values[i];
  }

  /**
   * Returns the index of the first change in {@code [from, to)} whose key is not less than {@code
   * key}, or {@code to}.
   */
  int indexOf(K key, int from, int to) {
    int i = Arrays.binarySearch(keys, from, to, key);
    return i >= 0 ? i : ~i;
  }
}
