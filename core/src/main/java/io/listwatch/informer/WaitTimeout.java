package io.listwatch.informer;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the threads that wait for a condition when their time is over. Closed when the wait ends.
 */
final class WaitTimeout implements AutoCloseable {
  private final ReentrantLock lock;
  private final Condition condition;
  private final Timers.Timer timer;

  /** Guarded by {@link #lock}. */
  private boolean rang;

  /** Schedules the timer before the lock is taken, because timers are user code. */
  WaitTimeout(Duration delay, Timers timers, ReentrantLock lock, Condition condition) {
    this.lock = lock;
    this.condition = condition;
    rang = delay.isZero() || delay.isNegative();
    timer = rang ? () -> {} : timers.schedule(delay, this::ring);
  }

  private void ring() {
    lock.lock();
    try {
      rang = true;
      condition.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** True if the time is over. The caller must hold the lock. */
  boolean rang() {
    return rang;
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
