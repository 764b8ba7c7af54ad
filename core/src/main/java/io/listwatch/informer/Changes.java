package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Counts changes of the readable state, for threads that wait for a state.
 *
 * <p>Thread-safe. The lock is a leaf: a waiting thread checks the state without it.
 */
final class Changes {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private long count;

  void happened() {
    lock.lock();
    try {
      count++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Calls {@code look} once, and again after each change, until it returns true.
   *
   * @param over returns true to give up before the time is over
   * @return true if {@code look} returned true in time
   */
  boolean await(BooleanSupplier look, BooleanSupplier over, Duration atMost, Timers timers)
      throws InterruptedException {
    try (var alarm = new WaitTimeout(atMost, timers, lock, changed)) {
      long seen = count();
      while (!look.getAsBoolean()) {
        if (over.getAsBoolean() || !awaitAfter(seen, alarm)) {
          return false;
        }
        seen = count();
      }
      return true;
    }
  }

  private long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  private boolean awaitAfter(long seen, WaitTimeout alarm) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (count == seen && !alarm.rang()) {
        changed.await();
      }
      return count != seen;
    } finally {
      lock.unlock();
    }
  }
}
