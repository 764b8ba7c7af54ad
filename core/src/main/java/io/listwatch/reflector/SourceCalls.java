package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls into a source that close can end: while one is under way, closing interrupts its
 * thread; before and after, it does not. One call is made at a time, whoever makes it.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class SourceCalls implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private @Nullable Thread caller;

  @GuardedBy("lock")
  private boolean closed;

  /** Makes a call; one that is closed ends with an {@link InterruptedException}. */
  <T> T make(Call<T> call) throws InterruptedException {
    enter();
    try {
      return call.answer();
    } finally {
      leave();
    }
  }

  private void enter() throws InterruptedException {
    lock.lock();
    try {
      while (caller != null && !closed) {
        changed.await();
      }
      if (closed) {
        throw new InterruptedException("closed");
      }
      caller = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      caller = null;
      changed.signal();
      if (closed) {
        // The interrupt was meant for the call. If the call ended just before it came, it must not
        // hit what the thread does next.
        boolean unused = Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the call under way if it is this thread's. */
  void interrupt(Thread calling) {
    lock.lock();
    try {
      if (caller == calling) {
        calling.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      if (caller != null) {
        caller.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A call that may wait. */
  interface Call<T> {
    T answer() throws InterruptedException;
  }
}
