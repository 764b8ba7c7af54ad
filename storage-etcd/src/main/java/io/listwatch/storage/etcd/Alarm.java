package io.listwatch.storage.etcd;

import io.grpc.SynchronizationContext;
import io.listwatch.storage.StorageClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing to be done later, in the order of everything else that is done in the same context.
 * What is set last counts.
 *
 * <p>Threads: everything in the context, but that the clock calls from its own thread.
 */
final class Alarm {
  private final StorageClock clock;
  private final SynchronizationContext context;

  /** Counts what was set and cancelled, so that a timer that went off too late is told apart. */
  private long turn;

  private StorageClock.@Nullable Timer timer;

  Alarm(StorageClock clock, SynchronizationContext context) {
    this.clock = clock;
    this.context = context;
  }

  void set(Duration delay, Runnable action) {
    cancel();
    long own = turn;
    timer = clock.schedule(clock.now().plus(delay), () -> context.execute(() -> ring(own, action)));
  }

  private void ring(long due, Runnable action) {
    if (turn == due) {
      action.run();
    }
  }

  void cancel() {
    turn++;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
