package io.listwatch.workqueue;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Delayed items, the earliest first; at most one entry for each item and kind.
 *
 * <p>Not thread-safe: the queue's lock guards it. Times are {@code nanoTime}s, so only their
 * differences are compared.
 */
final class Delays<T> {
  /**
   * The reason for a delay. Timers and retries are kept apart so that a retry never replaces a
   * timer.
   */
  enum Kind {
    TIMER,
    RETRY
  }

  private final Map<Key<T>, Entry<T>> entries = new HashMap<>();
  private final TreeSet<Entry<T>> byTime =
      new TreeSet<>(
          Comparator.<Entry<T>, Long>comparing(Entry::due, (a, b) -> Long.signum(a - b))
              .thenComparingLong(Entry::sequence));
  private long sequence;

  /**
   * Adds the item, unless it already has an entry of this kind that is due at that time or earlier.
   */
  void put(T item, Kind kind, long due) {
    var key = new Key<>(item, kind);
    Entry<T> pending = entries.get(key);
    if (pending != null && pending.due - due <= 0) {
      return;
    }
    remove(item, kind);
    var entry = new Entry<>(key, due, sequence++);
    entries.put(key, entry);
    byTime.add(entry);
  }

  void remove(T item, Kind kind) {
    Entry<T> entry = entries.remove(new Key<>(item, kind));
    if (entry != null) {
      byTime.remove(entry);
    }
  }

  /** Removes and returns the earliest item whose time has come, or null if there is none. */
  @Nullable T pollDue(long now) {
    if (byTime.isEmpty() || byTime.first().due - now > 0) {
      return null;
    }
    Key<T> key = byTime.first().key;
    remove(key.item, key.kind);
    return key.item;
  }

  /** Returns the {@code nanoTime} at which the next item is due, or null if none is delayed. */
  @Nullable Long earliest() {
    return byTime.isEmpty() ? null : byTime.first().due;
  }

  void clear() {
    entries.clear();
    byTime.clear();
  }

  private record Key<T>(T item, Kind kind) {}

  /** The sequence number orders entries that are due at the same time: first in, first out. */
  private record Entry<T>(Key<T> key, long due, long sequence) {}
}
