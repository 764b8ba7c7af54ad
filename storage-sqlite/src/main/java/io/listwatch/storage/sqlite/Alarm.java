package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageClock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the writer at the earliest of the requested times, using one timer. After it has rung, it
 * stays silent until the writer has called {@link #heard} and requested another time.
 *
 * <p>Threads: the writer's, except for the ring itself.
 */
final class Alarm implements AutoCloseable {
  private final StorageClock clock;
  private final Runnable wakeUp;

  private @Nullable Instant next;
  private StorageClock.@Nullable Timer timer;

  /** Set by the clock's thread. */
  private volatile boolean rung;

  /**
   * @param wakeUp wakes the writer, which then calls {@link #heard}
   */
  Alarm(StorageClock clock, Runnable wakeUp) {
    this.clock = clock;
    this.wakeUp = wakeUp;
  }

  /** Makes the alarm ring at {@code time} or earlier. */
  void ringBy(Instant time) {
    if (next == null || time.isBefore(next)) {
      close();
      next = time;
      timer = clock.schedule(time, this::ring);
    }
  }

  private void ring() {
    rung = true;
    wakeUp.run();
  }

  /** Returns whether the alarm has rung since the last call that returned true. */
  boolean heard() {
    if (!rung) {
      return false;
    }
    rung = false;
    next = null;
    return true;
  }

  /** Cancels the timer, if any. */
  @Override
  public void close() {
    if (timer != null) {
      timer.cancel();
    }
  }
}
