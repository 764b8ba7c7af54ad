package io.listwatch.controller;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Decides how a {@link Controller} retries requests whose reconciler threw.
 *
 * @param first delay after the first failure; it doubles with each further one
 * @param max longest delay
 * @param attempts number of failures in a row after which the controller gives up; the next change
 *     of an object begins anew
 * @param retryable false for failures that only a change of an object can fix, such as an invalid
 *     specification: the controller gives up at once
 */
public record RetryPolicy(
    Duration first, Duration max, int attempts, Predicate<? super Throwable> retryable) {
  /** Retries every failure for ever, after 5 milliseconds and up to 1000 seconds. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(
          Duration.ofMillis(5), Duration.ofSeconds(1000), Integer.MAX_VALUE, failure -> true);

  public RetryPolicy {
    if (first.isNegative() || first.isZero()) {
      throw new IllegalArgumentException("first: " + first + " (expected: more than 0)");
    }
    if (max.compareTo(first) < 0) {
      throw new IllegalArgumentException("max: " + max + " (expected: at least " + first + ")");
    }
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: " + attempts + " (expected: at least 1)");
    }
  }

  /** Returns a copy with other delays. */
  public RetryPolicy delays(Duration newFirst, Duration newMax) {
    return new RetryPolicy(newFirst, newMax, attempts, retryable);
  }

  /** Returns a copy that gives up after this many failures in a row. */
  public RetryPolicy attempts(int newAttempts) {
    return new RetryPolicy(first, max, newAttempts, retryable);
  }

  /** Returns a copy that gives up at once on failures that {@code terminal} accepts. */
  public RetryPolicy unless(Predicate<? super Throwable> terminal) {
    return new RetryPolicy(
        first, max, attempts, failure -> retryable.test(failure) && !terminal.test(failure));
  }

  /**
   * True if a request is to be retried.
   *
   * @param failures number of failures in a row, this one included
   */
  boolean retries(Throwable failure, int failures) {
    return failures < attempts && retryable.test(failure);
  }
}
