package io.listwatch.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map of entries in key order. {@link #with} and {@link #without} return a new map
 * that shares all nodes except those on the path to the changed entry, so keeping every past state
 * is cheap.
 *
 * <p>A weight-balanced binary tree: counting the keys of a range takes as long as finding its two
 * ends.
 */
final class EntryTree {
  static final EntryTree EMPTY = new EntryTree(null);

  /**
   * The two parameters of a weight-balanced tree, often called delta and gamma: the maximum weight
   * ratio of two siblings, and the weight ratio from which a double rotation is needed. Among small
   * integers, 3 and 2 are the pair proven to keep the tree balanced after removals as well as
   * insertions.
   */
  private static final int MAX_RATIO = 3;

  private static final int ROTATION_RATIO = 2;

  private final @Nullable Node root;

  private EntryTree(@Nullable Node root) {
    this.root = root;
  }

  @Nullable StoredEntry get(Key key) {
    Node node = root;
    while (node != null) {
      int order = key.compareTo(node.entry.key());
      if (order == 0) {
        return node.entry;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  EntryTree with(StoredEntry entry) {
    return new EntryTree(put(root, entry));
  }

  private static Node put(@Nullable Node node, StoredEntry entry) {
    if (node == null) {
      return new Node(null, entry, null);
    }
    int order = entry.key().compareTo(node.entry.key());
    if (order == 0) {
      return new Node(node.left, entry, node.right);
    }
    return order < 0
        ? balanced(put(node.left, entry), node.entry, node.right)
        : balanced(node.left, node.entry, put(node.right, entry));
  }

  EntryTree without(Key key) {
    return new EntryTree(remove(root, key));
  }

  private static @Nullable Node remove(@Nullable Node node, Key key) {
    if (node == null) {
      return null;
    }
    int order = key.compareTo(node.entry.key());
    if (order == 0) {
      return joined(node.left, node.right);
    }
    return order < 0
        ? balanced(remove(node.left, key), node.entry, node.right)
        : balanced(node.left, node.entry, remove(node.right, key));
  }

  /** Joins two trees. Every key in the left one must be less than every key in the right one. */
  private static @Nullable Node joined(@Nullable Node left, @Nullable Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.size > right.size) {
      StoredEntry last = last(left);
      return balanced(remove(left, last.key()), last, right);
    }
    StoredEntry first = first(right);
    return balanced(left, first, remove(right, first.key()));
  }

  private static StoredEntry first(Node node) {
    return node.left == null ? node.entry : first(node.left);
  }

  private static StoredEntry last(Node node) {
    return node.right == null ? node.entry : last(node.right);
  }

  /** Makes a node and rotates it if it is out of balance after one insertion or removal. */
  private static Node balanced(@Nullable Node left, StoredEntry entry, @Nullable Node right) {
    if (right != null && weight(right) > MAX_RATIO * weight(left)) {
      return raisedRight(left, entry, right);
    }
    if (left != null && weight(left) > MAX_RATIO * weight(right)) {
      return raisedLeft(left, entry, right);
    }
    return new Node(left, entry, right);
  }

  private static Node raisedRight(@Nullable Node left, StoredEntry entry, Node right) {
    Node inner = right.left;
    if (inner == null || weight(inner) < ROTATION_RATIO * weight(right.right)) {
      return new Node(new Node(left, entry, inner), right.entry, right.right);
    }
    return new Node(
        new Node(left, entry, inner.left),
        inner.entry,
        new Node(inner.right, right.entry, right.right));
  }

  private static Node raisedLeft(Node left, StoredEntry entry, @Nullable Node right) {
    Node inner = left.right;
    if (inner == null || weight(inner) < ROTATION_RATIO * weight(left.left)) {
      return new Node(left.left, left.entry, new Node(inner, entry, right));
    }
    return new Node(
        new Node(left.left, left.entry, inner.left),
        inner.entry,
        new Node(inner.right, entry, right));
  }

  private static int weight(@Nullable Node node) {
    return size(node) + 1;
  }

  private static int size(@Nullable Node node) {
    return node == null ? 0 : node.size;
  }

  int count(KeyRange range) {
    int end = range.to().map(this::rank).orElse(size(root));
    return Math.max(0, end - rank(range.from()));
  }

  /** Returns the number of keys that are less than {@code key}. */
  private int rank(Key key) {
    int rank = 0;
    Node node = root;
    while (node != null) {
      if (key.compareTo(node.entry.key()) <= 0) {
        node = node.left;
      } else {
        rank += size(node.left) + 1;
        node = node.right;
      }
    }
    return rank;
  }

  /** Returns the first {@code limit} entries of a range. */
  List<StoredEntry> entries(KeyRange range, int limit) {
    var entries = new ArrayList<StoredEntry>();
    collect(root, range, limit, entries);
    return entries;
  }

  private static void collect(
      @Nullable Node node, KeyRange range, int limit, List<StoredEntry> into) {
    if (node == null || into.size() >= limit) {
      return;
    }
    Key key = node.entry.key();
    boolean contained = range.contains(key);
    if (contained || key.compareTo(range.from()) > 0) {
      collect(node.left, range, limit, into);
    }
    if (contained && into.size() < limit) {
      into.add(node.entry);
    }
    if (contained || key.compareTo(range.from()) < 0) {
      collect(node.right, range, limit, into);
    }
  }

  /** Returns the number of entries on the longest path from the root. */
  int depth() {
    return depth(root);
  }

  private static int depth(@Nullable Node node) {
    return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
  }

  private static final class Node {
    private final @Nullable Node left;
    private final StoredEntry entry;
    private final @Nullable Node right;
    private final int size;

    private Node(@Nullable Node left, StoredEntry entry, @Nullable Node right) {
      this.left = left;
      this.entry = entry;
      this.right = right;
      this.size = 1 + EntryTree.size(left) + EntryTree.size(right);
    }
  }
}
