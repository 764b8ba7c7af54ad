package io.listwatch.server;

import io.listwatch.storage.StorageClock;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;

/** Gives a storage engine in the same process the time of the server's {@link Timers}. */
public final class StorageTime implements StorageClock {
  private final Timers timers;

  public StorageTime(Timers timers) {
    this.timers = timers;
  }

  @Override
  public Instant now() {
    return timers.now();
  }

  @Override
  public Timer schedule(Instant time, Runnable task) {
    return new Alarm(time, task).arm();
  }

  /**
   * A timer for a point in wall-clock time, which may be far away. It stays correct if the clock is
   * set in the meantime.
   */
  private final class Alarm implements Timer {
    /** The clock is read at least this often, because it may have been set. */
    private static final Duration MAX_DELAY = Duration.ofHours(1);

    private final Instant time;
    private final Runnable task;
    private volatile boolean cancelled;
    private volatile Timers.Timer next = () -> {};

    private Alarm(Instant time, Runnable task) {
      this.time = time;
      this.task = task;
    }

    private Alarm arm() {
      Duration left = Duration.between(timers.now(), time);
      next = timers.schedule(left.compareTo(MAX_DELAY) < 0 ? left : MAX_DELAY, this::ring);
      if (cancelled) {
        next.cancel();
      }
      return this;
    }

    private void ring() {
      if (cancelled) {
        return;
      }
      if (timers.now().isBefore(time)) {
        arm();
      } else {
        task.run();
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      next.cancel();
    }
  }
}
