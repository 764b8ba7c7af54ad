package io.listwatch.workqueue;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Decides how long a failed item waits before its next try.
 *
 * <p>Implementations must be thread-safe and fast: the queue calls them on its callers' threads,
 * without holding a lock.
 */
public interface RateLimiter<T> {
  /** Counts one more failure of {@code item} and returns the delay before its next try. */
  Duration next(T item);

  /** Resets the failure count of an item, usually because it has succeeded. */
  void forget(T item);

  /** Returns the number of failures of the item since it was last forgotten. */
  int failures(T item);

  /** Like {@link #perItem(Timers)}, with the system clock. */
  static <T> RateLimiter<T> perItem() {
    return perItem(Timers.system());
  }

  /**
   * Doubles each item's delay from 5 milliseconds up to 1000 seconds, independently of other items.
   */
  static <T> RateLimiter<T> perItem(Timers timers) {
    return exponential(Duration.ofMillis(5), Duration.ofSeconds(1000), timers);
  }

  /** Like {@link #controllerDefault(Timers)}, with the system clock. */
  static <T> RateLimiter<T> controllerDefault() {
    return controllerDefault(Timers.system());
  }

  /**
   * Returns the default limiter of Kubernetes' controllers: {@link #perItem}, combined with a limit
   * over all items of 10 retries a second after a burst of 100.
   */
  static <T> RateLimiter<T> controllerDefault(Timers timers) {
    return maxOf(List.of(perItem(timers), tokenBucket(10, 100, timers)));
  }

  /**
   * Delays an item by {@code first}, then twice that, and so on up to {@code max}.
   *
   * <p>An item that is never forgotten explicitly is dropped when it has not failed for {@code max}
   * plus one hour: by then it has long succeeded or been given up. Memory is therefore bounded by
   * the number of items that fail within that time.
   */
  static <T> RateLimiter<T> exponential(Duration first, Duration max, Timers timers) {
    return new ExponentialRateLimiter<>(first, max, timers);
  }

  /**
   * Delays an item by {@code fast} for its first {@code fastTries} failures, then by {@code slow}.
   * Items that are never forgotten explicitly are dropped as in {@link #exponential}.
   */
  static <T> RateLimiter<T> fastSlow(Duration fast, Duration slow, int fastTries, Timers timers) {
    return new FastSlowRateLimiter<>(fast, slow, fastTries, timers);
  }

  /**
   * Lets {@code burst} items pass at once and {@code perSecond} from then on, counting all items
   * together. Every call reserves the next free slot, so no item is rejected and each waits for its
   * slot.
   */
  static <T> RateLimiter<T> tokenBucket(double perSecond, int burst, Timers timers) {
    return new TokenBucketRateLimiter<>(perSecond, burst, timers);
  }

  /** Calls every limiter, each of which counts the failure, and returns the longest delay. */
  static <T> RateLimiter<T> maxOf(List<RateLimiter<T>> limiters) {
    return new MaxOfRateLimiter<>(limiters);
  }

  /**
   * Lengthens another limiter's delays by a random share of up to {@code factor}, so that items
   * that failed together are not retried together forever. The random source is used by many
   * threads.
   */
  static <T> RateLimiter<T> jittered(
      RateLimiter<T> limiter, double factor, RandomGenerator random) {
    return new JitteredRateLimiter<>(limiter, factor, random);
  }
}
