package io.listwatch.workqueue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Lengthens another limiter's delays by a small random share. As thread-safe as its collaborators.
 */
final class JitteredRateLimiter<T> implements RateLimiter<T> {
  private final RateLimiter<T> limiter;
  private final double factor;
  private final RandomGenerator random;

  JitteredRateLimiter(RateLimiter<T> limiter, double factor, RandomGenerator random) {
    if (!(factor >= 0 && factor <= 1)) {
      throw new IllegalArgumentException("factor: " + factor + " (expected: from 0 to 1)");
    }
    this.limiter = limiter;
    this.factor = factor;
    this.random = random;
  }

  @Override
  public Duration next(T item) {
    var delay = limiter.next(item);
    return delay.plusNanos((long) (delay.toNanos() * factor * random.nextDouble()));
  }

  @Override
  public void forget(T item) {
    limiter.forget(item);
  }

  @Override
  public int failures(T item) {
    return limiter.failures(item);
  }
}
