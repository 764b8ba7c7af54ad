package io.listwatch.time;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A wait that ends when its time has passed or when it is closed, whichever comes first.
 *
 * <p>Threads: any number may wait, each for a time of its own; any may close. Once closed, every
 * wait ends at once.
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

  /** Waits for {@code duration} and answers true, or false as soon as this is closed. */
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
    /** Written and read under the pause's lock. */
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
