package io.listwatch.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of one height in key order, and the keys that separate them.
 *
 * <pre>
 *   children[0]  &lt;  separators[0]  ≤  children[1]  &lt;  separators[1]  ≤  children[2]
 * </pre>
 *
 * <p>A separator was once a key; it may outlive its entry, until the branch is next regrouped.
 */
final class Branch<K extends Comparable<? super K>, V> extends Node<K, V> {
  private final K[] separators;
  private final Node<K, V>[] children;
  private final int size;

  private Branch(K[] separators, Node<K, V>[] children, int size) {
    this.separators = separators;
    this.children = children;
    this.size = size;
  }

  /**
   * Returns one node over siblings of any width, regrouped so that each fits, unless their whole
   * content is too small for one. Without content the result is an empty leaf, which is a valid
   * root and which regrouping drops at any height.
   */
  static <K extends Comparable<? super K>, V> Node<K, V> over(List<Node<K, V>> siblings) {
    var fitting = fitting(siblings);
    if (fitting.isEmpty()) {
      return Leaf.empty();
    }
    K[] separators = TableArrays.keys(fitting.size() - 1);
    Arrays.setAll(separators, i -> fitting.get(i + 1).firstKey());
    Node<K, V>[] children = TableArrays.nodes(fitting);
    return new Branch<>(separators, children, sizeOf(children));
  }

  private static <K extends Comparable<? super K>, V> List<Node<K, V>> fitting(
      List<Node<K, V>> siblings) {
    // Capacity for one more: an insertion that splits a child is the common case.
    var fitting = new ArrayList<Node<K, V>>(siblings.size() + 1);
    for (var sibling : siblings) {
      if (sibling.width() == 0) {
        continue;
      }
      int last = fitting.size() - 1;
      boolean narrow = sibling.width() < MIN_WIDTH;
      if (last >= 0 && (narrow || fitting.get(last).width() < MIN_WIDTH)) {
        fitting.remove(last).join(sibling).addPiecesTo(fitting);
      } else {
        sibling.addPiecesTo(fitting);
      }
    }
    return fitting;
  }

  private static <K extends Comparable<? super K>, V> int sizeOf(Node<K, V>[] children) {
    int size = 0;
    for (var child : children) {
      size += child.size();
    }
    return size;
  }

  Node<K, V> child(int i) {
    return children[i];
  }

  /** Returns the key that separates child {@code i} from the next. */
  K separator(int i) {
    return separators[i];
  }

  @Override
  int width() {
    return children.length;
  }

  @Override
  int size() {
    return size;
  }

  @Override
  K firstKey() {
    return children[0].firstKey();
  }

  @Override
  K lastKey() {
    return children[children.length - 1].lastKey();
  }

  @Override
  @Nullable V get(K key) {
    return children[indexFor(key)].get(key);
  }

  /** Returns the index of the child that would contain {@code key}. */
  private int indexFor(K key) {
    int i = Arrays.binarySearch(separators, key);
    return i >= 0 ? i + 1 : ~i;
  }

  @Override
  int rank(K key) {
    int index = indexFor(key);
    int rank = children[index].rank(key);
    for (int i = 0; i < index; i++) {
      rank += children[i].size();
    }
    return rank;
  }

  @Override
  void forEach(BiConsumer<? super K, ? super V> action) {
    for (var child : children) {
      child.forEach(action);
    }
  }

  @Override
  Node<K, V> with(K key, V value) {
    int i = indexFor(key);
    return withChild(i, children[i].with(key, value));
  }

  @Override
  Node<K, V> without(K key) {
    int i = indexFor(key);
    return withChild(i, children[i].without(key));
  }

  private Node<K, V> withChild(int i, Node<K, V> child) {
    if (child == children[i]) {
      return this;
    }
    Node<K, V>[] edited = TableArrays.replaced(children, i, child);
    if (!child.fits()) {
      return over(Arrays.asList(edited));
    }
    return new Branch<>(separators, edited, size - children[i].size() + child.size());
  }

  @Override
  Node<K, V> withAll(TableChanges<K, V> changes, int from, int to) {
    Node<K, V>[] edited = children.clone();
    boolean fit = true;
    int start = from;
    while (start < to) {
      int i = indexFor(changes.key(start));
      int end = i < separators.length ? changes.indexOf(separators[i], start, to) : to;
      edited[i] = children[i].withAll(changes, start, end);
      fit &= edited[i].fits();
      start = end;
    }
    return fit ? new Branch<>(separators, edited, sizeOf(edited)) : over(Arrays.asList(edited));
  }

  @Override
  Node<K, V> slice(int from, int to) {
    Node<K, V>[] part = Arrays.copyOfRange(children, from, to);
    return new Branch<>(Arrays.copyOfRange(separators, from, to - 1), part, sizeOf(part));
  }

  /**
   * Distributes the children anew: after a batch, a branch may have a single child that is too
   * large or too small.
   */
  @Override
  Node<K, V> join(Node<K, V> right) {
    return over(Arrays.asList(TableArrays.joined(children, ((Branch<K, V>) right).children)));
  }
}
