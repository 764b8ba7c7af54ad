package io.listwatch.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs its action at the earliest of the requested times, with one timer for all of them. After it
 * has fired it stays silent until {@link #ringBy} is called again.
 *
 * <p>Thread-safe. The lock is a leaf; timers are scheduled and cancelled without it.
 */
final class Alarm implements AutoCloseable {
  private final Timers timers;
  private final Runnable action;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable Ring next;

  @GuardedBy("lock")
  private boolean closed;

  Alarm(Timers timers, Runnable action) {
    this.timers = timers;
    this.action = action;
  }

  /** Makes the alarm fire at {@code due}, a {@code nanoTime}, or earlier. */
  void ringBy(long due) {
    var ring = new Ring(due);
    Ring later;
    synchronized (lock) {
      if (closed || (next != null && next.due - due <= 0)) {
        return;
      }
      later = next;
      next = ring;
    }
    if (later != null) {
      later.cancel();
    }
    ring.schedule();
  }

  /** Cancels the pending timer. The alarm never fires again. */
  @Override
  public void close() {
    Ring last;
    synchronized (lock) {
      closed = true;
      last = next;
      next = null;
    }
    if (last != null) {
      last.cancel();
    }
  }

  /** One timer. It may be cancelled by one thread while another is about to schedule it. */
  private final class Ring implements Runnable {
    private static final Timers.Timer CANCELLED = () -> {};

    private final long due;
    private final AtomicReference<Timers.@Nullable Timer> timer = new AtomicReference<>();

    private Ring(long due) {
      this.due = due;
    }

    private void schedule() {
      var scheduled = timers.schedule(Duration.ofNanos(due - timers.nanoTime()), this);
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
      synchronized (lock) {
        if (next != this) {
          return; // An earlier ring replaced this one, or the alarm was closed.
        }
        next = null;
      }
      action.run();
    }
  }
}
