package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The real clock, because etcd's clock cannot be moved. */
final class RunningClock implements StorageClock, AutoCloseable {
  private final ScheduledThreadPoolExecutor timers =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            var thread = new Thread(task, "running-clock");
            thread.setDaemon(true);
            return thread;
          });

  RunningClock() {
    timers.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Timer schedule(Instant time, Runnable task) {
    long nanos = Math.max(0, Duration.between(now(), time).toNanos());
    var scheduled = timers.schedule(task, nanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  /** Returns the number of scheduled tasks that have not run yet. */
  int pending() {
    return timers.getQueue().size();
  }

  @Override
  public void close() {
    timers.shutdownNow();
  }
}
