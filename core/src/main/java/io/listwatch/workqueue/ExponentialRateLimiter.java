package io.listwatch.workqueue;

import io.listwatch.time.Timers;
import java.time.Duration;

/** Doubles an item's delay with each failure, up to a maximum. Thread-safe. */
final class ExponentialRateLimiter<T> implements RateLimiter<T> {
  /** Time beyond the maximum delay for which an item's failure count is kept. */
  static final Duration GRACE = Duration.ofHours(1);

  private final long firstNanos;
  private final long maxNanos;
  private final Failures<T> failures;

  ExponentialRateLimiter(Duration first, Duration max, Timers timers) {
    if (first.isNegative() || first.isZero()) {
      throw new IllegalArgumentException("first: " + first + " (expected: more than 0)");
    }
    if (max.compareTo(first) < 0) {
      throw new IllegalArgumentException("max: " + max + " (expected: at least " + first + ")");
    }
    this.firstNanos = first.toNanos();
    this.maxNanos = max.toNanos();
    this.failures = new Failures<>(max.plus(GRACE), timers);
  }

  @Override
  public Duration next(T item) {
    return Duration.ofNanos(delayAfter(failures.increment(item)));
  }

  /** Shifts only if the result stays below the maximum, so the shift cannot overflow. */
  private long delayAfter(int doublings) {
    boolean below = doublings < Long.SIZE && firstNanos <= maxNanos >> doublings;
    return below ? firstNanos << doublings : maxNanos;
  }

  @Override
  public void forget(T item) {
    failures.forget(item);
  }

  @Override
  public int failures(T item) {
    return failures.count(item);
  }
}
