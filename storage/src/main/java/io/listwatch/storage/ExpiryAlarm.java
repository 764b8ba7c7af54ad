package io.listwatch.storage;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rings at the earliest of the times it was asked for, with one timer for all of them. Having rung
 * it is silent: who is called asks again for the next time.
 *
 * <p>Thread-safe, without a lock.
 */
final class ExpiryAlarm implements AutoCloseable {
  private final StorageClock clock;
  private final Runnable action;

  /** Earlier than any, so that nothing takes its place. */
  private final Ring closed = new Ring(Instant.MIN);

  private final AtomicReference<@Nullable Ring> next = new AtomicReference<>();

  ExpiryAlarm(StorageClock clock, Runnable action) {
    this.clock = clock;
    this.action = action;
  }

  /** Sees to it that the alarm rings at {@code time} or earlier. */
  void ringBy(Instant time) {
    var ring = new Ring(time);
    Ring before = next.getAndUpdate(current -> earlier(current, ring));
    if (earlier(before, ring) != ring) {
      return;
    }
    if (before != null) {
      before.cancel();
    }
    ring.schedule();
  }

  private static Ring earlier(@Nullable Ring current, Ring ring) {
    return current == null || ring.time.isBefore(current.time) ? ring : current;
  }

  /** Never rings again. */
  @Override
  public void close() {
    Ring last = next.getAndSet(closed);
    if (last != null) {
      last.cancel();
    }
  }

  /** One timer. It may be cancelled by one thread while another is about to schedule it. */
  private final class Ring implements Runnable {
    private static final StorageClock.Timer CANCELLED = () -> {};

    private final Instant time;
    private final AtomicReference<StorageClock.@Nullable Timer> timer = new AtomicReference<>();

    private Ring(Instant time) {
      this.time = time;
    }

    private void schedule() {
      var scheduled = clock.schedule(time, this);
      if (!timer.compareAndSet(null, scheduled)) {
        scheduled.cancel();
      }
    }

    private void cancel() {
      var scheduled = timer.getAndSet(CANCELLED);
      if (scheduled != null) {
        scheduled.cancel();
      }
    }

    @Override
    public void run() {
      // Otherwise an earlier ring took this one's place, or the alarm was closed.
      if (next.compareAndSet(this, null)) {
        action.run();
      }
    }
  }
}
