package io.listwatch.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Merges a leaf's entries and changes to them, both in key order, into one leaf. */
final class LeafMerge<K extends Comparable<? super K>, V> {
  private final K[] oldKeys;
  private final V[] oldValues;
  private final K[] keys;
  private final V[] values;

  /** Number of old entries that have been copied or dropped. */
  private int taken;

  /** Number of entries in the new leaf so far. */
  private int width;

  LeafMerge(K[] oldKeys, V[] oldValues, int changes) {
    this.oldKeys = oldKeys;
    this.oldValues = oldValues;
    keys = TableArrays.keys(oldKeys.length + changes);
    values = TableArrays.values(oldKeys.length + changes);
  }

  /** Puts {@code value}, or removes the key if it is null. */
  void change(K key, @Nullable V value) {
    int i = Arrays.binarySearch(oldKeys, taken, oldKeys.length, key);
    copyBefore(i >= 0 ? i : ~i);
    if (value != null) {
      // An entry that stays keeps its old key, as in a single update.
      keys[width] = i >= 0 ? oldKeys[i] : key;
      values[width++] = value;
    }
    if (i >= 0) {
      taken++;
    }
  }

  private void copyBefore(int end) {
    int count = end - taken;
    System.arraycopy(oldKeys, taken, keys, width, count);
    System.arraycopy(oldValues, taken, values, width, count);
    taken = end;
    width += count;
  }

  Leaf<K, V> finish() {
    copyBefore(oldKeys.length);
    return width == keys.length
        ? new Leaf<>(keys, values)
        : new Leaf<>(Arrays.copyOf(keys, width), Arrays.copyOf(values, width));
  }
}
