package io.listwatch.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls a {@link LeaseLock}, and interrupts a call that takes too long or that is under way on
 * close: a leader must know in time that it could not renew. A reflector's calls are kept apart,
 * because they have no limit and two threads take turns with them.
 *
 * <p>Threads: one thread calls, any thread closes, the timers' thread cuts off. The lock is a leaf.
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
   * @throws UnavailableException if it took longer than {@code atMost}
   * @throws InterruptedException if this is closed, or the thread was interrupted by others
   */
  Optional<Lease> read(Duration atMost) throws InterruptedException {
    return make(atMost, lease::read);
  }

  /**
   * @throws UnavailableException if it took longer than {@code atMost}
   * @throws InterruptedException if this is closed, or the thread was interrupted by others
   */
  Lease write(Lease next, Duration atMost) throws InterruptedException {
    return make(atMost, () -> lease.write(next));
  }

  private <T> T make(Duration atMost, Call<T> call) throws InterruptedException {
    if (atMost.isNegative() || atMost.isZero()) {
      throw new UnavailableException("no time is left to call");
    }
    var attempt = new Attempt(Thread.currentThread());
    enter(attempt);
    Timers.Timer limit = timers.schedule(atMost, () -> cutOff(attempt));
    try {
      return call.answer();
    } catch (InterruptedException interrupted) {
      if (wasLate(attempt)) {
        throw new UnavailableException("no answer within " + atMost, interrupted);
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
      if (current != null) {
        current.caller.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A call that may wait. */
  private interface Call<T> {
    T answer() throws InterruptedException;
  }

  /** A call under way. */
  private static final class Attempt {
    private final Thread caller;

    /** Written and read under the lock. */
    private boolean late;

    private Attempt(Thread caller) {
      this.caller = caller;
    }
  }
}
