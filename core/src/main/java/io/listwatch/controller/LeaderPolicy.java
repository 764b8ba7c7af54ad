package io.listwatch.controller;

import java.time.Duration;

/**
 * How an election is paced.
 *
 * @param leaseDuration for how long a leader that is not heard of is waited for
 * @param renewDeadline for how long a leader tries to renew before it gives up
 * @param retryPeriod how long candidates and leaders wait between attempts
 * @param releaseOnClose whether a leader that closes lets the next one take over at once
 */
public record LeaderPolicy(
    Duration leaseDuration, Duration renewDeadline, Duration retryPeriod, boolean releaseOnClose) {
  /** By how much a candidate's wait may be longer, at random. */
  static final double JITTER = 1.2;

  /** The customary values. */
  public static final LeaderPolicy DEFAULT =
      new LeaderPolicy(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2), true);

  public LeaderPolicy {
    if (retryPeriod.isNegative() || retryPeriod.isZero()) {
      throw new IllegalArgumentException(
          "retryPeriod: " + retryPeriod + " (expected: more than 0)");
    }
    if (renewDeadline.toNanos() <= JITTER * (double) retryPeriod.toNanos()) {
      throw new IllegalArgumentException(
          "renewDeadline: %s (expected: more than %s × the retry period of %s)"
              .formatted(renewDeadline, JITTER, retryPeriod));
    }
    if (leaseDuration.compareTo(renewDeadline) <= 0) {
      throw new IllegalArgumentException(
          "leaseDuration: %s (expected: more than the renew deadline of %s)"
              .formatted(leaseDuration, renewDeadline));
    }
  }
}
