package io.listwatch.store;

/**
 * Iterates over entries of a {@link SortedTable} in key order. A step allocates nothing.
 *
 * <pre>{@code
 * for (var cursor = table.cursorFrom(key); cursor.next(); ) {
 *   use(cursor.key(), cursor.value());
 * }
 * }</pre>
 *
 * <p>Not thread-safe. The table is immutable, so concurrent changes do not affect the cursor.
 */
public final class TableCursor<K extends Comparable<? super K>, V> {
  /**
   * The branches above the leaf, lowest first; {@code indexes} holds the cursor's position in each.
   */
  private final Branch<K, V>[] path;

  private final int[] indexes;
  private Leaf<K, V> leaf;
  private int index;
  private int remaining;

  /** Starts before the entry at {@code position}, with {@code count} entries to go. */
  TableCursor(Node<K, V> root, int position, int count) {
    int height = heightOf(root);
    path = TableArrays.branches(height);
    indexes = new int[height];
    Node<K, V> node = root;
    int before = position;
    for (int level = height - 1; level >= 0; level--) {
      var branch = (Branch<K, V>) node;
      int i = 0;
      // The last child also covers the position after its end.
      while (i < branch.width() - 1 && before >= branch.child(i).size()) {
        before -= branch.child(i++).size();
      }
      path[level] = branch;
      indexes[level] = i;
      node = branch.child(i);
    }
    leaf = (Leaf<K, V>) node;
    index = before - 1;
    remaining = count;
  }

  private static <K extends Comparable<? super K>, V> int heightOf(Node<K, V> root) {
    int height = 0;
    var node = root;
    while (node instanceof Branch<K, V> branch) {
      node = branch.child(0);
      height++;
    }
    return height;
  }

  /**
   * Moves to the next entry; the first call moves to the first entry. Returns false if there is
   * none.
   */
  public boolean next() {
    if (remaining == 0) {
      return false;
    }
    remaining--;
    if (++index == leaf.width()) {
      leave(0);
    }
    return true;
  }

  /** Moves past the end of the node at {@code height}, which is not the last one. */
  private void leave(int height) {
    int level = height;
    while (++indexes[level] == path[level].width()) {
      level++;
    }
    for (; level > 0; level--) {
      path[level - 1] = (Branch<K, V>) path[level].child(indexes[level]);
      indexes[level - 1] = 0;
    }
    leaf = (Leaf<K, V>) path[0].child(indexes[0]);
    index = 0;
  }

  /** Returns the entry's key. Call it only after {@link #next} has returned true. */
  public K key() {
    return leaf.key(index);
  }

  /** Returns the entry's value. Call it only after {@link #next} has returned true. */
  public V value() {
    return leaf.value(index);
  }

  /** Returns the number of entries to go. */
  public int remaining() {
    return remaining;
  }

  /** Returns the height of the largest node that both cursors are in, or -1 if there is none. */
  int heightSharedWith(TableCursor<K, V> other) {
    int height = Math.min(path.length, other.path.length);
    while (height >= 0 && nodeAt(height) != other.nodeAt(height)) {
      height--;
    }
    return height;
  }

  private Node<K, V> nodeAt(int height) {
    return height == 0 ? leaf : path[height - 1];
  }

  /** Moves from the first entry of the node at {@code height} to the entry after its last. */
  boolean leap(int height) {
    remaining -= nodeAt(height).size() - 1;
    if (remaining == 0) {
      return false;
    }
    remaining--;
    leave(height);
    return true;
  }
}
