package io.listwatch.store;

/** Told what turns one {@link SortedTable} into another, in key order. */
public interface DiffVisitor<K, V> {
  void added(K key, V value);

  /** The two values are not the same reference; they may be equal. */
  void changed(K key, V before, V after);

  void removed(K key, V value);
}
