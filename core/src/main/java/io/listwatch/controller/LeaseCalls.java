package io.listwatch.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls a {@link LeaseLock}, and interrupts a call that takes too long or is in progress on close:
 * a leader must know in time that it could not renew. This is not the reflector's {@code
 * SourceCalls}, whose calls have no time limit and are made by two threads in turn.
 *
 * <p>Threads: one thread calls, any thread closes, and the timers' thread interrupts late calls.
 * The lock is a leaf.
 */
final class LeaseCalls implements AutoCloseable {
  private final LeaseLock lease;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private @Nullable Attempt current;

  @GuardedBy("lock")
  private boolean closed;

  LeaseCalls(LeaseLock lease, Timers timers) {
    this.lease = lease;
    this.timers = timers;
  }

  /**
   * Reads the lease.
   *
   * @throws UnavailableException if it took longer than {@code atMost}
   * @throws InterruptedException if this is closed, or another thread interrupted this one
   */
  Optional<Lease> read(Duration atMost) throws InterruptedException {
    return make(atMost, lease::read);
  }

  /**
   * Writes the lease.
   *
   * @throws UnavailableException if it took longer than {@code atMost}
   * @throws InterruptedException if this is closed, or another thread interrupted this one
   */
  Lease write(Lease next, Duration atMost) throws InterruptedException {
    return make(atMost, () -> lease.write(next));
  }

  private <T> T make(Duration atMost, Call<T> call) throws InterruptedException {
    if (atMost.isNegative() || atMost.isZero()) {
      throw new UnavailableException("the deadline of the lease call has passed");
    }
    var attempt = new Attempt(Thread.currentThread());
    enter(attempt);
    Timers.Timer limit = timers.schedule(atMost, () -> cutOff(attempt));
    try {
      return call.call();
    } catch (InterruptedException interrupted) {
      if (wasLate(attempt)) {
        throw new UnavailableException("no response within " + atMost, interrupted);
      }
      throw interrupted;
    } finally {
      limit.cancel();
      leave(attempt);
    }
  }

  private void enter(Attempt attempt) throws InterruptedException {
    lock.lock();
    try {
      if (closed) {
        throw new InterruptedException("closed");
      }
      current = attempt;
    } finally {
      lock.unlock();
    }
  }

  private void cutOff(Attempt attempt) {
    lock.lock();
    try {
      if (current == attempt) {
        attempt.late = true;
        attempt.caller.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean wasLate(Attempt attempt) {
    lock.lock();
    try {
      return attempt.late && !closed;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Attempt attempt) {
    lock.lock();
    try {
      current = null;
      if (attempt.late || closed) {
        // The interrupt was meant for the call. If the call ended just before, clear it so that it
        // does not hit the thread's next blocking call.
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
      if (current != null) {
        current.caller.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A call that may block. */
  private interface Call<T> {
    T call() throws InterruptedException;
  }

  /** A call in progress. */
  private static final class Attempt {
    private final Thread caller;

    /** Guarded by the lock. */
    private boolean late;

    private Attempt(Thread caller) {
      this.caller = caller;
    }
  }
}
