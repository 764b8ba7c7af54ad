package io.listwatch.client.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An LRU cache with a maximum size.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class Remembered<K, V> {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<K, V> values;

  Remembered(int max) {
    values = new Recent<>(max);
  }

  @Nullable V get(K key) {
    lock.lock();
    try {
      return values.get(key);
    } finally {
      lock.unlock();
    }
  }

  void put(K key, V value) {
    lock.lock();
    try {
      values.put(key, value);
    } finally {
      lock.unlock();
    }
  }

  void forget(K key) {
    lock.lock();
    try {
      values.remove(key);
    } finally {
      lock.unlock();
    }
  }

  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int max;

    private Recent(int max) {
      super(16, 0.75f, true);
      this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > max;
    }
  }
}
