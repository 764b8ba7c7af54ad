package io.listwatch.storage.etcd;

import io.grpc.SynchronizationContext;
import io.listwatch.storage.StorageClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A timer whose action runs in a {@link SynchronizationContext}, one at a time with everything else
 * there. Setting it replaces the previous action.
 *
 * <p>Threads: all methods are called in the context. The clock calls back from its own thread.
 */
final class Alarm {
  private final StorageClock clock;
  private final SynchronizationContext context;

  /** Incremented by each set and cancel, so that a timer that fires too late is recognised. */
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
