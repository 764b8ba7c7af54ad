package io.listwatch.server.fairness;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The seconds after which rejected clients of one priority level should try again. They double
 * while many requests are rejected, and shrink by one while few are, as in kube-apiserver.
 *
 * <p>Thread-safe.
 */
final class RetryAfter {
  private static final long MAX_SECONDS = 32;

  private final Deque<Second> history = new ArrayDeque<>();
  private long seconds = 1;
  private long current;
  private long count;
  private long lastIncrease;

  /** Counts a rejected request and returns the seconds for its client. */
  synchronized long reject(long now) {
    if (now != current) {
      remember();
      current = now;
      count = 0;
      adjust(now);
    }
    count++;
    return seconds;
  }

  private void remember() {
    history.addLast(new Second(current, count));
    long kept = Math.min(2 * seconds, MAX_SECONDS);
    while (current - history.getFirst().time() > kept) {
      history.removeFirst();
    }
  }

  private void adjust(long now) {
    long rejected =
        history.stream()
            .filter(each -> now - each.time() <= seconds && each.time() < now)
            .mapToLong(Second::count)
            .sum();
    if (now - lastIncrease >= seconds && rejected >= 3 * seconds) {
      seconds = Math.min(2 * seconds, MAX_SECONDS);
      lastIncrease = now;
    } else if (rejected < seconds && seconds > 1) {
      seconds--;
    }
  }

  private record Second(long time, long count) {}
}
