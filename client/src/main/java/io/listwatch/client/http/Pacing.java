package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.time.Timers;
import io.listwatch.workqueue.RateLimiter;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The client-side delay of a call: for the rate limit, and for the backoff while the server is
 * overloaded.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class Pacing {
  private final @Nullable RateLimiter<Object> limiter;
  private final ClientConfig.@Nullable HostBackoff backoff;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  /** The current backoff; zero after a success. */
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

  /** Returns the delay of a call now; takes a token of the rate limit unless {@code free}. */
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

  /** Called with the status code of each response. */
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
