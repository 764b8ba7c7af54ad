package io.listwatch.server.resource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The number of bytes that the events of all watches on storage may take while they wait to be
 * sent. Beyond it, the budget ends watches whose clients do not read, the one that waits longest
 * first. Their clients watch again from their last version.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
public final class EventBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();

  /** The watches that wait for their readers, in the order in which they began to wait. */
  @GuardedBy("lock")
  private final Set<Runnable> stalled = new LinkedHashSet<>();

  public EventBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap. */
  public static EventBudget ofHeap() {
    return new EventBudget(Runtime.getRuntime().maxMemory() / 8);
  }

  void take(long bytes) {
    used.addAndGet(bytes);
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Returns the number of bytes in use. */
  public long used() {
    return used.get();
  }

  /**
   * Notes that a watch waits for its reader.
   *
   * @param end ends the watch, which gives its bytes back
   */
  void stalled(Runnable end) {
    lock.lock();
    try {
      stalled.add(end);
    } finally {
      lock.unlock();
    }
  }

  /** Notes that a watch waits no longer. */
  void resumed(Runnable end) {
    lock.lock();
    try {
      stalled.remove(end);
    } finally {
      lock.unlock();
    }
  }

  /** Ends stalled watches until the rest fits. */
  void endStalled() {
    while (used.get() > max) {
      Runnable end = longestStalled();
      if (end == null) {
        return;
      }
      end.run();
    }
  }

  private @Nullable Runnable longestStalled() {
    lock.lock();
    try {
      Iterator<Runnable> all = stalled.iterator();
      if (!all.hasNext()) {
        return null;
      }
      Runnable first = all.next();
      all.remove();
      return first;
    } finally {
      lock.unlock();
    }
  }
}
