package io.listwatch.reflector;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Computes the delay after each failure, by a {@link BackoffPolicy}.
 *
 * <p>Not thread-safe.
 */
final class Backoff {
  private final BackoffPolicy policy;
  private final Timers timers;
  private final RandomGenerator random;

  private long base;
  private long lastCall;

  Backoff(BackoffPolicy policy, Timers timers, RandomGenerator random) {
    this.policy = policy;
    this.timers = timers;
    this.random = random;
    this.base = policy.initial().toNanos();
    this.lastCall = timers.nanoTime();
  }

  /** Returns the next delay. The jitter does not feed back into the growth. */
  Duration next() {
    long now = timers.nanoTime();
    if (now - lastCall > policy.resetAfter().toNanos()) {
      base = policy.initial().toNanos();
    }
    lastCall = now;
    long delay = base;
    base = (long) Math.min((double) base * policy.factor(), (double) policy.cap().toNanos());
    return Duration.ofNanos((long) ((double) delay * (1 + policy.jitter() * random.nextDouble())));
  }
}
