package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ApiException;
import io.listwatch.model.WatchEvent;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Watch} on a bounded buffer between the thread that receives events and the one that
 * reads them.
 *
 * <p>Threads: one thread puts, ends or fails; one thread reads; any thread wakes up or closes. A
 * producer blocks while the buffer is full, so a slow reader slows the stream down instead of
 * filling the heap.
 */
public final class BufferedWatch implements Watch {
  private final int capacity;
  private final Runnable onClose;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition readable = lock.newCondition();
  private final Condition writable = lock.newCondition();

  @GuardedBy("lock")
  private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();

  @GuardedBy("lock")
  private @Nullable ApiException failure;

  @GuardedBy("lock")
  private boolean over;

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private boolean woken;

  /**
   * Creates an empty watch.
   *
   * @param capacity maximum number of buffered events; the producer blocks at that number
   * @param onClose called once when the reader closes, to stop the producer; must not block
   */
  public BufferedWatch(int capacity, Runnable onClose) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
    }
    this.capacity = capacity;
    this.onClose = onClose;
  }

  /**
   * Adds an event, blocking while the buffer is full.
   *
   * @return false if the watch is closed and the event will not be read
   */
  public boolean put(WatchEvent event) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (events.size() >= capacity && !closed) {
        writable.await();
      }
      if (closed || over) {
        return false;
      }
      events.add(event);
      readable.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the stream: nothing comes after the events so far. */
  public void end() {
    finish(null);
  }

  /** Fails the stream: after the events so far, the reader gets {@code cause}. */
  public void fail(ApiException cause) {
    finish(cause);
  }

  private void finish(@Nullable ApiException cause) {
    lock.lock();
    try {
      if (!over) {
        over = true;
        failure = cause;
        readable.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (events.isEmpty() && !over && !woken) {
        readable.await();
      }
      if (!events.isEmpty()) {
        writable.signal();
        return events.poll();
      }
      woken = false;
      ApiException cause = failure;
      failure = null;
      if (cause != null) {
        throw cause;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean ended() {
    lock.lock();
    try {
      return over && events.isEmpty() && failure == null;
    } finally {
      lock.unlock();
    }
  }

  /** True if the reader has read everything and nothing has happened since; tests wait for that. */
  boolean readerWaits() {
    lock.lock();
    try {
      return lock.hasWaiters(readable);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wakeUp() {
    lock.lock();
    try {
      woken = true;
      readable.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      over = true;
      failure = null;
      events.clear();
      readable.signal();
      writable.signalAll();
    } finally {
      lock.unlock();
    }
    onClose.run();
  }
}
