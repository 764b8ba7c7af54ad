package io.listwatch.controller;

import java.time.Duration;

/**
 * Timing of a leader election.
 *
 * @param leaseDuration time without a renewal after which other candidates may take over
 * @param renewDeadline time for which a leader tries to renew before it gives up
 * @param retryPeriod time that candidates and leaders wait between attempts
 * @param releaseOnClose whether a leader that closes releases the lease, so that the next one can
 *     take over at once
 */
public record LeaderPolicy(
    Duration leaseDuration, Duration renewDeadline, Duration retryPeriod, boolean releaseOnClose) {
  /** Maximum share of the retry period by which a candidate's wait is randomly extended. */
  static final double JITTER = 1.2;

  /** The durations that Kubernetes' own components default to; the lease is released on close. */
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
