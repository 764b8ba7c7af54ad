package io.listwatch.examples;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that passes at once: whoever asks to be called later is called now, and the clock says that
 * it is later. For one user at a time who does nothing but wait.
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
