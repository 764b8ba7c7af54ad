package io.listwatch.storage;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs an action at the earliest of the requested times, using one timer. After it has run, the
 * action must request the next time itself.
 *
 * <p>Thread-safe, without a lock.
 */
final class ExpiryAlarm implements AutoCloseable {
  private final StorageClock clock;
  private final Runnable action;

  /** Set as the next timer once closed. Earlier than any other, so it is never replaced. */
  private final Ring closed = new Ring(Instant.MIN);

  private final AtomicReference<@Nullable Ring> next = new AtomicReference<>();

  ExpiryAlarm(StorageClock clock, Runnable action) {
    this.clock = clock;
    this.action = action;
  }

  /** Makes the alarm ring at {@code time} or earlier. */
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

  /** The alarm never rings again. */
  @Override
  public void close() {
    Ring last = next.getAndSet(closed);
    if (last != null) {
      last.cancel();
    }
  }

  /** One timer. One thread may cancel it while another is about to schedule it. */
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
      // If this fails, an earlier ring has replaced this one or the alarm was closed.
      if (next.compareAndSet(this, null)) {
        action.run();
      }
    }
  }
}
