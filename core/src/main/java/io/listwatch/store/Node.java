package io.listwatch.store;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One node of a {@link SortedTable}'s tree: a {@link Leaf} of entries or a {@link Branch} of nodes.
 *
 * <p>Immutable. An edit returns a node of any width, even zero or a thousand, and its owner makes
 * it fit: a branch joins or splits its children, a table its root. So there is one way to split and
 * one to join, and a table of 100,000 entries starts as one leaf.
 *
 * <p>No method recurses deeper than the tree is high, which is at most eight levels.
 */
abstract sealed class Node<K extends Comparable<? super K>, V> permits Leaf, Branch {
  /**
   * Maximum number of entries of a leaf and children of a branch. Measured among 10,000 entries,
   * with 32-bit references and besides keys and values:
   *
   * <pre>
   *   width   levels   bytes of an update   bytes an entry retains
   *      16   4 or 5          360                 12 to 17
   *      32   3 or 4          420                 10 to 12
   *      64        3          570                  9 to 10
   * </pre>
   */
  static final int MAX_WIDTH = 32;

  /**
   * Minimum width, except of the root. Half, so that splitting a node just too wide makes two that
   * fit.
   */
  static final int MIN_WIDTH = MAX_WIDTH / 2;

  /** Returns the number of entries of a leaf or children of a branch. */
  abstract int width();

  /** Returns the number of entries below this node. */
  abstract int size();

  /** Returns the smallest key. The node must not be empty. */
  abstract K firstKey();

  /** Returns the greatest key. The node must not be empty. */
  abstract K lastKey();

  abstract @Nullable V get(K key);

  /** Returns the number of keys less than {@code key}. */
  abstract int rank(K key);

  abstract void forEach(BiConsumer<? super K, ? super V> action);

  /** Returns a node with this entry; this node if it already holds exactly {@code value}. */
  abstract Node<K, V> with(K key, V value);

  /** Returns a node without {@code key}; this node if it does not hold it. */
  abstract Node<K, V> without(K key);

  /** Applies the changes from {@code from} to before {@code to}, of which there is at least one. */
  abstract Node<K, V> withAll(TableChanges<K, V> changes, int from, int to);

  /** Returns the part of this node from {@code from} to before {@code to}. */
  abstract Node<K, V> slice(int from, int to);

  /** Returns this node and its right neighbour, a node of the same height, as one. */
  abstract Node<K, V> join(Node<K, V> right);

  /** True if this node may stay as it is anywhere in a tree. */
  final boolean fits() {
    return MIN_WIDTH <= width() && width() <= MAX_WIDTH;
  }

  /**
   * Adds this node to {@code siblings}, cut evenly into as few pieces as fit; two or more are never
   * too narrow.
   */
  final void addPiecesTo(List<Node<K, V>> siblings) {
    int width = width();
    if (width <= MAX_WIDTH) {
      siblings.add(this);
      return;
    }
    int count = (width + MAX_WIDTH - 1) / MAX_WIDTH;
    for (int i = 0; i < count; i++) {
      siblings.add(slice(cut(width, i, count), cut(width, i + 1, count)));
    }
  }

  private static int cut(int width, int piece, int count) {
    return (int) ((long) width * piece / count);
  }

  /** Returns the root of a tree with this node's entries, with no more levels than needed. */
  final Node<K, V> asRoot() {
    Node<K, V> root = this;
    while (root.width() > MAX_WIDTH) {
      root = Branch.over(List.of(root));
    }
    while (root instanceof Branch<K, V> branch && branch.width() == 1) {
      root = branch.child(0);
    }
    return root;
  }
}
