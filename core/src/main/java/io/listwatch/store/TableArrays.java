package io.listwatch.store;

import java.util.Arrays;
import java.util.List;

/**
 * Copy-on-write operations on the arrays of nodes: every edit returns a new array of exact length.
 */
final class TableArrays {
  private TableArrays() {}

  /** Returns a new array of keys. Arrays copied from it can hold any key too. */
  @SuppressWarnings("unchecked") // K[] is Comparable[] once erased
  static <K extends Comparable<? super K>> K[] keys(int length) {
    return (K[]) new Comparable<?>[length];
  }

  /** Returns a new array of values. Arrays copied from it can hold any value too. */
  @SuppressWarnings("unchecked") // V[] is Object[] once erased
  static <V> V[] values(int length) {
    return (V[]) new Object[length];
  }

  @SuppressWarnings("unchecked") // arrays of a generic type can only be created unchecked
  static <K extends Comparable<? super K>, V> Node<K, V>[] nodes(List<Node<K, V>> nodes) {
    return nodes.toArray((Node<K, V>[]) new Node<?, ?>[0]);
  }

  @SuppressWarnings("unchecked") // arrays of a generic type can only be created unchecked
  static <K extends Comparable<? super K>, V> Branch<K, V>[] branches(int length) {
    return (Branch<K, V>[]) new Branch<?, ?>[length];
  }

  static <T> T[] replaced(T[] array, int at, T item) {
    T[] copy = array.clone();
    copy[at] = item;
    return copy;
  }

  static <T> T[] inserted(T[] array, int at, T item) {
    T[] copy = Arrays.copyOf(array, array.length + 1);
    System.arraycopy(array, at, copy, at + 1, array.length - at);
    copy[at] = item;
    return copy;
  }

  static <T> T[] removed(T[] array, int at) {
    T[] copy = Arrays.copyOf(array, array.length - 1);
    System.arraycopy(array, at + 1, copy, at, copy.length - at);
    return copy;
  }

  static <T> T[] joined(T[] left, T[] right) {
    T[] copy = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, copy, left.length, right.length);
    return copy;
  }
}
