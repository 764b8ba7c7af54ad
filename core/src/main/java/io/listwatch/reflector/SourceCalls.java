package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls to a source that close can interrupt: closing interrupts the calling thread during a
 * call, but not before or after it. One call is made at a time, on whichever thread.
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

  /** Makes a call, which ends with an {@link InterruptedException} on close. */
  <T> T make(Call<T> call) throws InterruptedException {
    enter();
    try {
      return call.call();
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
        // The interrupt was meant for the call. If the call ended just before, clear it so that it
        // does not hit the thread's next blocking call.
        boolean unused = Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts the call in progress if this thread makes it. */
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

  /** A call that may block. */
  interface Call<T> {
    T call() throws InterruptedException;
  }
}
