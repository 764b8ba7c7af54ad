package io.listwatch.informer;

import java.time.Duration;

/**
 * Options of a handler.
 *
 * @param name for logs, metrics and its thread
 * @param resyncPeriod time between resyncs, which pass every object to the handler again; zero for
 *     never
 * @param capacity number of queued notifications beyond which those of one object are merged
 */
public record HandlerOptions(String name, Duration resyncPeriod, int capacity) {
  /** Same as {@code initialBufferSize} of a listener in client-go. */
  private static final int DEFAULT_CAPACITY = 1024;

  public HandlerOptions {
    if (resyncPeriod.isNegative()) {
      throw new IllegalArgumentException(
          "resyncPeriod: " + resyncPeriod + " (expected: 0 or more)");
    }
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
    }
  }

  public static HandlerOptions named(String name) {
    return new HandlerOptions(name, Duration.ZERO, DEFAULT_CAPACITY);
  }

  public HandlerOptions resyncEvery(Duration period) {
    return new HandlerOptions(name, period, capacity);
  }

  public HandlerOptions withCapacity(int newCapacity) {
    return new HandlerOptions(name, resyncPeriod, newCapacity);
  }
}
