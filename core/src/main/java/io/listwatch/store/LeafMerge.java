package io.listwatch.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A leaf's entries and changes to them, both in key order, on the way to become one leaf. */
final class LeafMerge<K extends Comparable<? super K>, V> {
  private final K[] oldKeys;
  private final V[] oldValues;
  private final K[] keys;
  private final V[] values;

  /** How many of the old entries have been copied or dropped. */
  private int taken;

  /** How many entries the new leaf has so far. */
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
      // An entry that stays keeps its old key, as it does when it is updated alone.
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
