package io.listwatch.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * Limits calls to a rate, after a burst that passes at once.
 *
 * <p>Instead of tokens it keeps one time: {@code spent}, the moment up to which the rate has been
 * used. Each call adds one interval to it, and waits if the result is later than now. In a full
 * bucket, {@code spent} is as far in the past as the burst is long.
 *
 * <p>Thread-safe. Does not count failures of items.
 */
final class TokenBucketRateLimiter<T> implements RateLimiter<T> {
  /** The longest wait of a call, about 73 years, so that sums of times cannot overflow. */
  private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

  private final Timers timers;
  private final long intervalNanos;
  private final long burstNanos;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private long spent;

  TokenBucketRateLimiter(double perSecond, int burst, Timers timers) {
    if (!(perSecond > 0 && perSecond <= 1e9)) {
      throw new IllegalArgumentException(
          "perSecond: " + perSecond + " (expected: more than 0, at most a billion)");
    }
    if (burst < 1) {
      throw new IllegalArgumentException("burst: " + burst + " (expected: at least 1)");
    }
    this.timers = timers;
    this.intervalNanos = Math.min(LONGEST_NANOS, Math.round(1e9 / perSecond));
    this.burstNanos =
        burst <= LONGEST_NANOS / intervalNanos ? intervalNanos * burst : LONGEST_NANOS;
    this.spent = timers.nanoTime() - burstNanos;
  }

  @Override
  public Duration next(T item) {
    long now = timers.nanoTime();
    synchronized (lock) {
      long ahead = Math.max(spent - now, -burstNanos);
      long wait = Math.min(ahead + intervalNanos, LONGEST_NANOS);
      spent = now + wait;
      return Duration.ofNanos(Math.max(0, wait));
    }
  }

  @Override
  public void forget(T item) {}

  @Override
  public int failures(T item) {
    return 0;
  }
}
