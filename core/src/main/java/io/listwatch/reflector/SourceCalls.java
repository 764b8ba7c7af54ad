package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls into a source that close can end: while one is under way, closing interrupts its
 * thread; before and after, it does not.
 *
 * <p>Threads: one thread calls, any thread closes. The lock is a leaf.
 */
final class SourceCalls implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();

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
      if (closed) {
        // The interrupt was meant for the call. If the call ended just before it came, it must not
        // hit what the thread does next.
        boolean unused = Thread.interrupted();
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
