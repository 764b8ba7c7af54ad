package io.listwatch.workqueue;

import java.time.Duration;
import java.util.List;

/** Combines several limiters: the longest delay wins. As thread-safe as they are. */
final class MaxOfRateLimiter<T> implements RateLimiter<T> {
  private final List<RateLimiter<T>> limiters;

  MaxOfRateLimiter(List<RateLimiter<T>> limiters) {
    this.limiters = List.copyOf(limiters);
  }

  @Override
  public Duration next(T item) {
    var longest = Duration.ZERO;
    for (var limiter : limiters) {
      var delay = limiter.next(item);
      longest = delay.compareTo(longest) > 0 ? delay : longest;
    }
    return longest;
  }

  @Override
  public void forget(T item) {
    limiters.forEach(limiter -> limiter.forget(item));
  }

  @Override
  public int failures(T item) {
    return limiters.stream().mapToInt(limiter -> limiter.failures(item)).max().orElse(0);
  }
}
