package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.time.Timers;
import io.listwatch.workqueue.RateLimiter;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How long a call has to wait before it is sent, where the client was asked to hold back: for its
 * turn under a rate limit, and after the server said that it has too much to do.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class Pacing {
  private final @Nullable RateLimiter<Object> limiter;
  private final ClientConfig.@Nullable HostBackoff backoff;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  /** By how much the next failure moves {@link #notBefore}; nought after a success. */
  @GuardedBy("lock")
  private long step;

  @GuardedBy("lock")
  private long notBefore;

  Pacing(ClientConfig config, Timers timers) {
    this.timers = timers;
    limiter =
        config
            .rateLimit()
            .map(limit -> RateLimiter.tokenBucket(limit.perSecond(), limit.burst(), timers))
            .orElse(null);
    backoff = config.hostBackoff().orElse(null);
    notBefore = timers.nanoTime();
  }

  /** How long to wait now; takes a turn unless the call is {@code free} of the limit. */
  Duration delay(boolean free) {
    Duration turn = limiter == null || free ? Duration.ZERO : limiter.next(this);
    Duration pause = backoff == null ? Duration.ZERO : untilAllowed();
    return turn.compareTo(pause) > 0 ? turn : pause;
  }

  private Duration untilAllowed() {
    long now = timers.nanoTime();
    lock.lock();
    try {
      return Duration.ofNanos(step == 0 ? 0 : Math.max(0, notBefore - now));
    } finally {
      lock.unlock();
    }
  }

  /** The server has answered with {@code code}. */
  void answered(int code) {
    if (backoff == null) {
      return;
    }
    long now = timers.nanoTime();
    long first = backoff.first().toNanos();
    long longest = backoff.longest().toNanos();
    boolean overloaded = code == 429 || code > 499;
    lock.lock();
    try {
      step = !overloaded ? 0 : step == 0 ? first : Math.min(step * 2, longest);
      notBefore = now + step;
    } finally {
      lock.unlock();
    }
  }
}
