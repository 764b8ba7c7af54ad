package io.listwatch.workqueue;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Says how long an item that failed waits for its next try.
 *
 * <p>Implementations are thread-safe, and quick: the queue asks them on its callers' threads,
 * without a lock.
 */
public interface RateLimiter<T> {
  /** Counts one more failure of {@code item} and answers how long it is to wait now. */
  Duration next(T item);

  /** The item has succeeded: its failures are counted from nought again. */
  void forget(T item);

  /** How many failures of the item are counted. */
  int failures(T item);

  /** As {@link #perItem(Timers)}, by the system's clock. */
  static <T> RateLimiter<T> perItem() {
    return perItem(Timers.system());
  }

  /** Doubles each item's delay from 5 milliseconds up to 1000 seconds; items do not share it. */
  static <T> RateLimiter<T> perItem(Timers timers) {
    return exponential(Duration.ofMillis(5), Duration.ofSeconds(1000), timers);
  }

  /** As {@link #controllerDefault(Timers)}, by the system's clock. */
  static <T> RateLimiter<T> controllerDefault() {
    return controllerDefault(Timers.system());
  }

  /**
   * What controllers of the reference use: {@link #perItem}, and over all items together no more
   * than 10 retries a second after a burst of 100.
   */
  static <T> RateLimiter<T> controllerDefault(Timers timers) {
    return maxOf(List.of(perItem(timers), tokenBucket(10, 100, timers)));
  }

  /**
   * Delays an item by {@code first}, then twice that, and so on up to {@code max}.
   *
   * <p>An item that nobody forgets is forgotten when it has not failed for {@code max} and an hour:
   * by then it has long succeeded or been given up. So what is held is bounded by the items that
   * fail within that time.
   */
  static <T> RateLimiter<T> exponential(Duration first, Duration max, Timers timers) {
    return new ExponentialRateLimiter<>(first, max, timers);
  }

  /**
   * Delays an item by {@code fast} for its first {@code fastTries} failures, then by {@code slow}.
   * Items that nobody forgets are forgotten as by {@link #exponential}.
   */
  static <T> RateLimiter<T> fastSlow(Duration fast, Duration slow, int fastTries, Timers timers) {
    return new FastSlowRateLimiter<>(fast, slow, fastTries, timers);
  }

  /**
   * Lets {@code burst} items pass at once and {@code perSecond} from then on, whichever items they
   * are. Every call takes a place in the line, so none is refused and each waits its turn.
   */
  static <T> RateLimiter<T> tokenBucket(double perSecond, int burst, Timers timers) {
    return new TokenBucketRateLimiter<>(perSecond, burst, timers);
  }

  /** Asks every limiter, each of which counts the failure, and answers the longest delay. */
  static <T> RateLimiter<T> maxOf(List<RateLimiter<T>> limiters) {
    return new MaxOfRateLimiter<>(limiters);
  }

  /**
   * Lengthens another limiter's delays by a random share of up to {@code factor}, so that items
   * which failed together are not tried together for ever. The random source is used by many
   * threads.
   */
  static <T> RateLimiter<T> jittered(
      RateLimiter<T> limiter, double factor, RandomGenerator random) {
    return new JitteredRateLimiter<>(limiter, factor, random);
  }
}
