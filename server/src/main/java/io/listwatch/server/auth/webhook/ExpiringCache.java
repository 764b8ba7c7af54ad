package io.listwatch.server.auth.webhook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A cache whose entries expire. When it is full, it evicts the least recently used entry.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class ExpiringCache<K, V> {
  private final int max;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  private record Entry<V>(V value, long until) {}

  ExpiringCache(int max, Timers timers) {
    this.max = max;
    this.timers = timers;
  }

  /** Returns a cached value; null if there is none or it has expired. */
  @Nullable V get(K key) {
    lock.lock();
    try {
      Entry<V> entry = entries.get(key);
      if (entry != null && entry.until - timers.nanoTime() <= 0) {
        entries.remove(key);
        return null;
      }
      return entry == null ? null : entry.value;
    } finally {
      lock.unlock();
    }
  }

  /** Caches a value for {@code time}; does nothing if that is zero. */
  void put(K key, V value, Duration time) {
    if (time.isZero()) {
      return;
    }
    lock.lock();
    try {
      entries.put(key, new Entry<>(value, timers.nanoTime() + time.toNanos()));
      if (entries.size() > max) {
        entries.remove(entries.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }
}
