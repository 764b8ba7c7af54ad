package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;

/**
 * The options of watch caches.
 *
 * @param budget shared by all caches of a server
 */
public record CacheOptions(WindowLimits window, ByteBudget budget, Timers timers, Metrics metrics) {
  /** Returns options with the default window limits. */
  public static CacheOptions of(ByteBudget budget, Timers timers, Metrics metrics) {
    return new CacheOptions(WindowLimits.DEFAULT, budget, timers, metrics);
  }
}
