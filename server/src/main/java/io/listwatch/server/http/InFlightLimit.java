package io.listwatch.server.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the number of requests in flight, for read-only or for mutating requests.
 *
 * <p>Thread-safe.
 */
final class InFlightLimit {
  private final int limit;
  private final AtomicInteger current = new AtomicInteger();

  InFlightLimit(int limit) {
    this.limit = limit;
  }

  /** Counts a request. Returns false if the limit has been reached. */
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
