package io.listwatch.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link StorageWatch} with a blocking read.
 *
 * <p>Threads: one thread reads. Any thread may call the other methods, any number of times; they
 * never block. There is no read with a timeout: call {@link #wakeUp} to end a wait.
 */
public final class BlockingWatch implements AutoCloseable {
  private final StorageWatch watch;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** True if a poll may return something. */
  @GuardedBy("lock")
  private boolean readable = true;

  @GuardedBy("lock")
  private boolean woken;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param open opens the watch, given the callback to run when it becomes readable
   */
  public BlockingWatch(Function<Runnable, StorageWatch> open) {
    watch = open.apply(this::becameReadable);
  }

  /**
   * Blocks until the next changes or progress.
   *
   * @return null if there is nothing because {@link #wakeUp} was called or this is {@link #closed}
   * @throws StorageException if the watch has failed; the same failure again on each call
   */
  public @Nullable ChangeSet next() throws InterruptedException {
    while (true) {
      // Called before the poll: otherwise a signal that arrives during the poll would be lost.
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

  /**
   * Blocks until a poll may return something; returns false if {@link #next} should return null.
   */
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

  /** Makes a blocked {@link #next}, or else the following call, return null if it has nothing. */
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

  /** Same as {@link StorageWatch#requestProgress}. */
  public void requestProgress() {
    watch.requestProgress();
  }

  /** True once this watch has been closed; it then returns nothing more. */
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
