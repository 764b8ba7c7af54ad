package io.listwatch.workqueue;

import io.listwatch.time.Timers;
import java.time.Duration;

/** Retries an item fast a few times, then slowly. Thread-safe. */
final class FastSlowRateLimiter<T> implements RateLimiter<T> {
  private final Duration fast;
  private final Duration slow;
  private final int fastTries;
  private final Failures<T> failures;

  FastSlowRateLimiter(Duration fast, Duration slow, int fastTries, Timers timers) {
    if (slow.compareTo(fast) < 0) {
      throw new IllegalArgumentException("slow: " + slow + " (expected: at least " + fast + ")");
    }
    if (fastTries < 0) {
      throw new IllegalArgumentException("fastTries: " + fastTries + " (expected: at least 0)");
    }
    this.fast = fast;
    this.slow = slow;
    this.fastTries = fastTries;
    this.failures = new Failures<>(slow.plus(ExponentialRateLimiter.GRACE), timers);
  }

  @Override
  public Duration next(T item) {
    return failures.increment(item) < fastTries ? fast : slow;
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
