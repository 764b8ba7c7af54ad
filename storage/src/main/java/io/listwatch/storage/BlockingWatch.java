package io.listwatch.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link StorageWatch} for a thread that waits.
 *
 * <p>Threads: one thread reads; any thread may do the rest, any number of times, and never waits. A
 * watch knows no time: who wants to stop waiting wakes it up.
 */
public final class BlockingWatch implements AutoCloseable {
  private final StorageWatch watch;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Whether a poll may have something to say. */
  @GuardedBy("lock")
  private boolean readable = true;

  @GuardedBy("lock")
  private boolean woken;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param open opens the watch, given what is to be called when it has something to say
   */
  public BlockingWatch(Function<Runnable, StorageWatch> open) {
    watch = open.apply(this::becameReadable);
  }

  /**
   * Waits for the next changes, or progress.
   *
   * @return null if there is nothing because {@link #wakeUp} was called or this is {@link #closed}
   * @throws StorageException if the watch is over; the same again each time
   */
  public @Nullable ChangeSet next() throws InterruptedException {
    while (true) {
      // Before the poll, or what happens during it would go unnoticed.
      expectSignal();
      ChangeSet next = watch.poll();
      if (next != null) {
        return next;
      }
      if (!await()) {
        return null;
      }
    }
  }

  private void expectSignal() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      readable = false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it is worth to poll; false if there is another reason to return. */
  private boolean await() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!readable && !woken && !closed) {
        changed.await();
      }
      boolean poll = readable && !closed;
      if (!poll) {
        woken = false;
      }
      return poll;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a waiting {@link #next}, or else the following one, return null if it has nothing. */
  public void wakeUp() {
    lock.lock();
    try {
      woken = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void becameReadable() {
    lock.lock();
    try {
      readable = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link StorageWatch#requestProgress}. */
  public void requestProgress() {
    watch.requestProgress();
  }

  /** Whether there will be nothing more because this was closed. */
  public boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    watch.close();
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
