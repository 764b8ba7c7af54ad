package io.listwatch.store;

/**
 * Walks two tables side by side, so that it meets equal keys at the same time. Both sides therefore
 * enter a shared node at the same time, at its first entry, and both skip it. So only nodes that
 * differ cost time, whatever the shapes of the trees.
 */
final class TableDiff<K extends Comparable<? super K>, V> {
  private final TableCursor<K, V> before;
  private final TableCursor<K, V> after;
  private final DiffVisitor<? super K, ? super V> visitor;

  TableDiff(
      TableCursor<K, V> before,
      TableCursor<K, V> after,
      DiffVisitor<? super K, ? super V> visitor) {
    this.before = before;
    this.after = after;
    this.visitor = visitor;
  }

  void walk() {
    boolean left = before.next();
    boolean right = after.next();
    while (left || right) {
      int shared = left && right ? before.heightSharedWith(after) : -1;
      if (shared >= 0) {
        left = before.leap(shared);
        right = after.leap(shared);
        continue;
      }
      int order = order(left, right);
      if (order < 0) {
        visitor.removed(before.key(), before.value());
      } else if (order > 0) {
        visitor.added(after.key(), after.value());
      } else if (before.value() != after.value()) {
        visitor.changed(after.key(), before.value(), after.value());
      }
      left = order <= 0 ? before.next() : left;
      right = order >= 0 ? after.next() : right;
    }
  }

  /** Compares the two current keys; a side that has ended counts as greater. */
  private int order(boolean left, boolean right) {
    if (left && right) {
      return before.key().compareTo(after.key());
    }
    return left ? -1 : 1;
  }
}
