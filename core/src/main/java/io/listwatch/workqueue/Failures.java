package io.listwatch.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of failures of each item. An item is removed when it is forgotten or has not failed
 * for a while.
 *
 * <p>Thread-safe. The lock is a leaf: the only foreign code called under it is the items' own
 * {@code equals} and {@code hashCode}.
 */
final class Failures<T> {
  private final Timers timers;
  private final long keptNanos;
  private final Object lock = new Object();

  /** In order of the last failure: the item that has gone longest without failing comes first. */
  @GuardedBy("lock")
  private final LinkedHashMap<T, Failure> failures = new LinkedHashMap<>();

  Failures(Duration kept, Timers timers) {
    this.timers = timers;
    this.keptNanos = kept.toNanos();
  }

  /** Counts one more failure and returns the number of failures before it. */
  int increment(T item) {
    long now = timers.nanoTime();
    synchronized (lock) {
      forgetStaleLocked(now);
      // Remove and insert again, so that the item moves to the end.
      int before = countOf(failures.remove(item));
      int after = before == Integer.MAX_VALUE ? before : before + 1;
      failures.put(item, new Failure(after, now));
      return before;
    }
  }

  int count(T item) {
    long now = timers.nanoTime();
    synchronized (lock) {
      forgetStaleLocked(now);
      return countOf(failures.get(item));
    }
  }

  void forget(T item) {
    synchronized (lock) {
      failures.remove(item);
    }
  }

  /** Returns the number of items with counted failures. */
  int size() {
    synchronized (lock) {
      return failures.size();
    }
  }

  @GuardedBy("lock")
  private void forgetStaleLocked(long now) {
    var oldest = failures.values().iterator();
    while (oldest.hasNext() && now - oldest.next().last > keptNanos) {
      oldest.remove();
    }
  }

  private static int countOf(@Nullable Failure failure) {
    return failure == null ? 0 : failure.count;
  }

  private record Failure(int count, long last) {}
}
