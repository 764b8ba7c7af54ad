package io.listwatch.informer;

import java.time.Duration;

/**
 * How a handler wants to be told.
 *
 * @param name what logs, metrics and its thread call it
 * @param resyncPeriod how often to be shown every object again; zero for never
 * @param capacity how many notifications may wait before those of one object are merged
 */
public record HandlerOptions(String name, Duration resyncPeriod, int capacity) {
  /** As many as the reference keeps before it calls a handler slow. */
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
