package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageClock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rings at the earliest of the times it was asked for, with one timer for all of them. Having rung
 * it is silent until it has been heard and asked again.
 *
 * <p>Threads: the writer's, but for the ring itself.
 */
final class Alarm implements AutoCloseable {
  private final StorageClock clock;
  private final Runnable wakeUp;

  private @Nullable Instant next;
  private StorageClock.@Nullable Timer timer;

  /** Set by the clock's thread. */
  private volatile boolean rung;

  /**
   * @param wakeUp makes the writer {@link #heard listen}
   */
  Alarm(StorageClock clock, Runnable wakeUp) {
    this.clock = clock;
    this.wakeUp = wakeUp;
  }

  /** Sees to it that the alarm rings at {@code time} or earlier. */
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

  /** Whether it has rung since it was asked last. */
  boolean heard() {
    if (!rung) {
      return false;
    }
    rung = false;
    next = null;
    return true;
  }

  /** Cancels the timer, if there is one. */
  @Override
  public void close() {
    if (timer != null) {
      timer.cancel();
    }
  }
}
