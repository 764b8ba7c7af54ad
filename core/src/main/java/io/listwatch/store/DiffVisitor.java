package io.listwatch.store;

/** Receives the differences between two {@link SortedTable}s, in key order. */
public interface DiffVisitor<K, V> {
  void added(K key, V value);

  /** Called for a key whose values are not the same reference; they may be equal. */
  void changed(K key, V before, V after);

  void removed(K key, V value);
}
