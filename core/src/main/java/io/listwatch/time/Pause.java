package io.listwatch.time;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A sleep that ends when its time has passed or when this is closed, whichever comes first.
 *
 * <p>Thread-safe: any number of threads may sleep, each for its own duration, and any thread may
 * close. Once closed, every sleep ends at once.
 */
public final class Pause implements AutoCloseable {
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private boolean closed;

  public Pause(Timers timers) {
    this.timers = timers;
  }

  /** Sleeps for {@code duration} and returns true, or returns false as soon as this is closed. */
  public boolean sleep(Duration duration) throws InterruptedException {
    var alarm = new Alarm();
    Timers.Timer timer = timers.schedule(duration, alarm);
    try {
      return await(alarm);
    } finally {
      timer.cancel();
    }
  }

  private boolean await(Alarm alarm) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && !alarm.rang) {
        changed.await();
      }
      return !closed;
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
    } finally {
      lock.unlock();
    }
  }

  private final class Alarm implements Runnable {
    /** Guarded by the pause's lock. */
    private boolean rang;

    @Override
    public void run() {
      lock.lock();
      try {
        rang = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
