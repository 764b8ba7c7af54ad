package io.listwatch.server.resource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The number of bytes that the events of all watches may take while they wait for their clients:
 * events that were read from storage, and encoded events that no other watch shares. Beyond it, the
 * budget ends watches, the one that has not been read for the longest time first. Their clients
 * watch again from their last version.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
public final class EventBudget {
  private final long max;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private long used;

  /** The shares that hold bytes. The one that has not been read for the longest time is first. */
  @GuardedBy("lock")
  private final Set<Share> unread = new LinkedHashSet<>();

  public EventBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap. */
  public static EventBudget ofHeap() {
    return new EventBudget(Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * Returns a share of a new watch.
   *
   * @param end ends the watch, which removes its bytes. Called by any thread that adds to the
   *     budget
   */
  public Share open(Runnable end) {
    return new Share(end);
  }

  /** Returns the number of bytes in use. */
  public long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }

  /** Ends unread watches until the rest fits. */
  private void endUnread() {
    for (Share next = longestUnread(); next != null; next = longestUnread()) {
      next.end.run();
    }
  }

  /** Removes and returns the first share. Returns null if the budget is not exceeded. */
  private @Nullable Share longestUnread() {
    lock.lock();
    try {
      if (used <= max || unread.isEmpty()) {
        return null;
      }
      Share first = unread.iterator().next();
      unread.remove(first);
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** The bytes that wait for the client of one watch. */
  public final class Share {
    private final Runnable end;

    @GuardedBy("lock")
    private long bytes;

    private Share(Runnable end) {
      this.end = end;
    }

    /**
     * Adds bytes. The watch is unread from now on, unless it is already. Ends watches if the budget
     * is exceeded, and this one too if no other is unread for longer.
     */
    public void add(long more) {
      if (addAndCheck(more)) {
        endUnread();
      }
    }

    /** Returns true if the budget is exceeded. */
    private boolean addAndCheck(long more) {
      lock.lock();
      try {
        changeLocked(more);
        if (bytes > 0) {
          unread.add(this);
        }
        return used > max;
      } finally {
        lock.unlock();
      }
    }

    /** Removes bytes that were read. If there are more, the watch is unread from now on. */
    public void remove(long read) {
      lock.lock();
      try {
        changeLocked(-read);
        unread.remove(this);
        if (bytes > 0) {
          unread.add(this);
        }
      } finally {
        lock.unlock();
      }
    }

    /**
     * Replaces the bytes. The watch is unread from now on, unless it is already, or there are none.
     * Ends watches like {@link #add}.
     */
    public void set(long newBytes) {
      if (setAndCheck(newBytes)) {
        endUnread();
      }
    }

    private boolean setAndCheck(long newBytes) {
      lock.lock();
      try {
        changeLocked(newBytes - bytes);
        if (bytes > 0) {
          unread.add(this);
        } else {
          unread.remove(this);
        }
        return used > max;
      } finally {
        lock.unlock();
      }
    }

    @GuardedBy("lock")
    private void changeLocked(long by) {
      bytes += by;
      used += by;
    }
  }
}
