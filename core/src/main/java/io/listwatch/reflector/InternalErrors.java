package io.listwatch.reflector;

import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * Decides for how long a watch that ends in internal errors is opened again before giving up and
 * listing. A minute without one starts the count afresh.
 */
final class InternalErrors {
  private static final long FORGOTTEN_AFTER = Duration.ofMinutes(1).toNanos();

  private final Timers timers;
  private final long patience;

  private boolean any;
  private long first;
  private long last;

  InternalErrors(Timers timers, Duration patience) {
    this.timers = timers;
    this.patience = patience.toNanos();
  }

  /**
   * Notes one more; answers whether to try again. When patience has run out, the count restarts.
   */
  boolean mayRetry() {
    long now = timers.nanoTime();
    if (!any || now - last >= FORGOTTEN_AFTER) {
      any = true;
      first = now;
    }
    last = now;
    if (patience == 0 || now - first > patience) {
      any = false;
      return false;
    }
    return true;
  }
}
