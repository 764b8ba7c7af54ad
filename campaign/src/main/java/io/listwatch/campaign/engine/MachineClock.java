package io.listwatch.campaign.engine;

import io.listwatch.storage.StorageClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clock, for a storage that the campaign opens itself. */
public final class MachineClock implements StorageClock {
  private static final ScheduledThreadPoolExecutor TIMERS =
      new ScheduledThreadPoolExecutor(1, MachineClock::thread);

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "storage-timers");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Timer schedule(Instant time, Runnable task) {
    long millis = Math.max(0, Duration.between(now(), time).toMillis());
    var scheduled = TIMERS.schedule(task, millis, TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }
}
