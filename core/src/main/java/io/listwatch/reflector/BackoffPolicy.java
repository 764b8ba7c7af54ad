package io.listwatch.reflector;

import java.time.Duration;

/**
 * How failures are paced.
 *
 * @param initial the base of the first delay
 * @param factor what each further base is multiplied with, up to {@code cap}
 * @param jitter by how much of its base a delay may be longer, at random: 1.0 makes it up to twice
 *     as long
 * @param resetAfter how long it takes without a failure until the next one counts as the first
 */
public record BackoffPolicy(
    Duration initial, double factor, double jitter, Duration cap, Duration resetAfter) {
  /** The reference's for clients: 0.8 s doubling to 30 s, each up to twice as long. */
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

  /** Always the same delay. */
  public static BackoffPolicy constant(Duration delay) {
    return new BackoffPolicy(delay, 1.0, 0.0, delay, Duration.ofMinutes(2));
  }
}
