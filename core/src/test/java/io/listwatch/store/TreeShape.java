package io.listwatch.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;

/** Walks a table's tree, checks the invariants of every node, and adds up their sizes. */
final class TreeShape<K extends Comparable<? super K>, V> {
  /** Sizes of an object header, an array header and a reference on a heap below 32 GiB. */
  private static final int OBJECT = 12;

  private static final int ARRAY = 16;
  private static final int REFERENCE = 4;

  private final Node<K, V> root;
  private int height;
  private int leaves;
  private long bytes;

  private TreeShape(Node<K, V> root) {
    this.root = root;
  }

  /** Fails unless the table's tree is ordered, filled and balanced. */
  static <K extends Comparable<? super K>, V> TreeShape<K, V> check(SortedTable<K, V> table) {
    var shape = new TreeShape<K, V>(table.root());
    shape.height = shape.visit(shape.root, null, null);
    if (shape.root instanceof Branch<K, V> branch) {
      assertThat(branch.width()).as("children of the root").isGreaterThanOrEqualTo(2);
    }
    return shape;
  }

  /** Returns the number of levels of branches above the leaves. */
  int height() {
    return height;
  }

  int leaves() {
    return leaves;
  }

  /** Returns roughly the bytes that the table retains besides its keys and values. */
  long bytes() {
    return bytes;
  }

  /** Checks a subtree whose keys are all {@code >= low} and {@code < high}. Returns its height. */
  private int visit(Node<K, V> node, @Nullable K low, @Nullable K high) {
    assertThat(node.width()).as("width").isLessThanOrEqualTo(Node.MAX_WIDTH);
    if (node != root) {
      assertThat(node.width()).as("width").isGreaterThanOrEqualTo(Node.MIN_WIDTH);
    }
    return node instanceof Branch<K, V> branch
        ? visitBranch(branch, low, high)
        : visitLeaf((Leaf<K, V>) node, low, high);
  }

  private int visitLeaf(Leaf<K, V> leaf, @Nullable K low, @Nullable K high) {
    leaves++;
    bytes += aligned(OBJECT + 2 * REFERENCE) + 2L * aligned(ARRAY + leaf.width() * REFERENCE);
    assertThat(leaf.size()).as("size of a leaf").isEqualTo(leaf.width());
    for (int i = 0; i < leaf.width(); i++) {
      checkWithin(leaf.key(i), low, high);
      if (i > 0) {
        require(leaf.key(i - 1).compareTo(leaf.key(i)) < 0, "ascending keys", leaf.key(i));
      }
    }
    return 0;
  }

  private int visitBranch(Branch<K, V> branch, @Nullable K low, @Nullable K high) {
    bytes += aligned(OBJECT + 3 * REFERENCE) + 2L * aligned(ARRAY + branch.width() * REFERENCE);
    int size = 0;
    int below = -1;
    for (int i = 0; i < branch.width(); i++) {
      K from = i == 0 ? low : branch.separator(i - 1);
      K to = i == branch.width() - 1 ? high : branch.separator(i);
      if (i > 0) {
        checkWithin(branch.separator(i - 1), low, high);
      }
      int childHeight = visit(branch.child(i), from, to);
      assertThat(i == 0 || childHeight == below).as("equal heights").isTrue();
      below = childHeight;
      size += branch.child(i).size();
    }
    assertThat(branch.size()).as("size of a branch").isEqualTo(size);
    return below + 1;
  }

  private void checkWithin(K key, @Nullable K low, @Nullable K high) {
    require(low == null || low.compareTo(key) <= 0, "not below the separator", key);
    require(high == null || key.compareTo(high) < 0, "below the next separator", key);
  }

  /** Called for every entry, too often to build an assertion each time. */
  private void require(boolean holds, String expected, K key) {
    if (!holds) {
      throw new AssertionError("key: " + key + " (expected: " + expected + ")");
    }
  }

  private static int aligned(int bytes) {
    return (bytes + 7) & ~7;
  }
}
