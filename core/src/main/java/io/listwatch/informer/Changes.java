package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Counts how often what can be read has changed, for those who wait for a state of it.
 *
 * <p>Thread-safe. The lock is a leaf: whoever waits looks without it.
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
   * Has somebody look again and again, each time after something has changed.
   *
   * @param over whether to look no more, though the time is not over
   * @return whether it was found before that or the end of its time
   */
  boolean await(BooleanSupplier look, BooleanSupplier over, Duration atMost, Timers timers)
      throws InterruptedException {
    try (var alarm = new Alarm(atMost, timers, lock, changed)) {
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

  private boolean awaitAfter(long seen, Alarm alarm) throws InterruptedException {
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
