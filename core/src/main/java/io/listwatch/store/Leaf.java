package io.listwatch.store;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries in key order. The arrays are exactly as long as needed, so a small table is small; leaves
 * that differ only in values share their keys.
 */
final class Leaf<K extends Comparable<? super K>, V> extends Node<K, V> {
  private final K[] keys;
  private final V[] values;

  /** Uses the arrays without copying; they come from {@link TableArrays}. */
  Leaf(K[] keys, V[] values) {
    this.keys = keys;
    this.values = values;
  }

  static <K extends Comparable<? super K>, V> Leaf<K, V> empty() {
    return new Leaf<>(TableArrays.keys(0), TableArrays.values(0));
  }

  K key(int i) {
    return keys[i];
  }

  V value(int i) {
    return values[i];
  }

  @Override
  int width() {
    return keys.length;
  }

  @Override
  int size() {
    return keys.length;
  }

  @Override
  K firstKey() {
    return keys[0];
  }

  @Override
  K lastKey() {
    return keys[keys.length - 1];
  }

  @Override
  @Nullable V get(K key) {
    int i = Arrays.binarySearch(keys, key);
    return i >= 0 ? values[i] : null;
  }

  @Override
  int rank(K key) {
    int i = Arrays.binarySearch(keys, key);
    return i >= 0 ? i : ~i;
  }

  @Override
  void forEach(BiConsumer<? super K, ? super V> action) {
    for (int i = 0; i < keys.length; i++) {
      action.accept(keys[i], values[i]);
    }
  }

  @Override
  Node<K, V> with(K key, V value) {
    int i = Arrays.binarySearch(keys, key);
    if (i < 0) {
      return new Leaf<>(
          TableArrays.inserted(keys, ~i, key), TableArrays.inserted(values, ~i, value));
    }
    return values[i] == value ? this : new Leaf<>(keys, TableArrays.replaced(values, i, value));
  }

  @Override
  Node<K, V> without(K key) {
    int i = Arrays.binarySearch(keys, key);
    if (i < 0) {
      return this;
    }
    return new Leaf<>(TableArrays.removed(keys, i), TableArrays.removed(values, i));
  }

  @Override
  Node<K, V> withAll(TableChanges<K, V> changes, int from, int to) {
    var updated = withValues(changes, from, to);
    return updated != null ? updated : merged(changes, from, to);
  }

  /**
   * Returns a leaf with the same keys, or null if the changes add or remove any. Most batches only
   * update.
   */
  private @Nullable Node<K, V> withValues(TableChanges<K, V> changes, int from, int to) {
    V[] updated = values.clone();
    for (int c = from; c < to; c++) {
      int i = Arrays.binarySearch(keys, changes.key(c));
      V value = changes.value(c);
      if (i < 0 || value == null) {
        return null;
      }
      updated[i] = value;
    }
    return new Leaf<>(keys, updated);
  }

  private Node<K, V> merged(TableChanges<K, V> changes, int from, int to) {
    var merge = new LeafMerge<>(keys, values, to - from);
    for (int c = from; c < to; c++) {
      merge.change(changes.key(c), changes.value(c));
    }
    return merge.finish();
  }

  @Override
  Node<K, V> slice(int from, int to) {
    return new Leaf<>(Arrays.copyOfRange(keys, from, to), Arrays.copyOfRange(values, from, to));
  }

  @Override
  Node<K, V> join(Node<K, V> right) {
    var other = (Leaf<K, V>) right;
    return new Leaf<>(
        TableArrays.joined(keys, other.keys), TableArrays.joined(values, other.values));
  }
}
