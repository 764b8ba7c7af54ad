package io.listwatch.examples;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Timers that never wait: each task runs at once, and the clock moves forward by its delay. For a
 * single thread that does nothing but wait.
 */
final class SkippingTimers implements Timers {
  private final AtomicLong nanos = new AtomicLong();

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public Instant now() {
    return Instant.EPOCH.plusNanos(nanoTime());
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    nanos.addAndGet(delay.toNanos());
    task.run();
    return () -> {};
  }
}
