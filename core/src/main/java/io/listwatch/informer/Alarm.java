package io.listwatch.informer;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rings when the time of a wait is over: wakes whoever waits for a condition. Closed when the wait
 * is.
 */
final class Alarm implements AutoCloseable {
  private final ReentrantLock lock;
  private final Condition condition;
  private final Timers.Timer timer;

  /** Read and written with the lock held. */
  private boolean rang;

  /** Set before the lock is taken, because timers are somebody else's. */
  Alarm(Duration delay, Timers timers, ReentrantLock lock, Condition condition) {
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

  /** To be asked with the lock held. */
  boolean rang() {
    return rang;
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
