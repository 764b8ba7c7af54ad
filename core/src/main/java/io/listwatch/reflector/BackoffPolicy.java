package io.listwatch.reflector;

import java.time.Duration;

/**
 * Exponential back-off with jitter.
 *
 * @param initial the base of the first delay
 * @param factor the factor between one base and the next, up to {@code cap}
 * @param jitter maximum share of its base that is randomly added to a delay: 1.0 makes it up to
 *     twice as long
 * @param resetAfter time without a failure after which the next one counts as the first
 */
public record BackoffPolicy(
    Duration initial, double factor, double jitter, Duration cap, Duration resetAfter) {
  /**
   * client-go's back-off of reflectors: 0.8 s doubling to 30 s, each up to twice as long by jitter.
   */
  public static final BackoffPolicy CLIENT =
      new BackoffPolicy(
          Duration.ofMillis(800), 2.0, 1.0, Duration.ofSeconds(30), Duration.ofMinutes(2));

  public BackoffPolicy {
    if (initial.isNegative() || cap.compareTo(initial) < 0 || factor < 1 || jitter < 0) {
      throw new IllegalArgumentException(
          "back-off: %s × %s + %s up to %s (expected: growing from 0 or more to the cap)"
              .formatted(initial, factor, jitter, cap));
    }
  }

  /** Returns a policy that always has the same delay. */
  public static BackoffPolicy constant(Duration delay) {
    return new BackoffPolicy(delay, 1.0, 0.0, delay, Duration.ofMinutes(2));
  }
}
