package io.listwatch.reflector;

import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * Decides for how long a watch that ends in internal errors is reopened before the reflector lists
 * instead. A minute without such an error resets the period.
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
   * Records an internal error. Returns true if the watch may be retried. Once it has returned
   * false, a new period starts.
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
