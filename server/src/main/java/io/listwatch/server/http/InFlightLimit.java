package io.listwatch.server.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many requests of a sort may be in progress.
 *
 * <p>Thread-safe.
 */
final class InFlightLimit {
  private final int limit;
  private final AtomicInteger current = new AtomicInteger();

  InFlightLimit(int limit) {
    this.limit = limit;
  }

  /** Counts one more in, if there is room. */
  boolean enter() {
    if (current.incrementAndGet() > limit) {
      current.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave() {
    current.decrementAndGet();
  }

  int current() {
    return current.get();
  }
}
