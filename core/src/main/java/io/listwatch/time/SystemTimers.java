package io.listwatch.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real clock. No other class of the project reads the system's time. */
final class SystemTimers implements Timers {
  private static final Logger log = LoggerFactory.getLogger(SystemTimers.class);
  private static final Duration IDLE = Duration.ofSeconds(10);

  /** Declared after the constants that its constructor reads. */
  static final SystemTimers INSTANCE = new SystemTimers();

  private final ScheduledThreadPoolExecutor executor;

  private SystemTimers() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var thread = new Thread(task, "listwatch-timers");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(IDLE.toSeconds(), TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Future<?> future =
        executor.schedule(() -> guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** Logs a task's failure, which the executor would otherwise swallow. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      log.error("A timer task failed", failure);
    }
  }
}
