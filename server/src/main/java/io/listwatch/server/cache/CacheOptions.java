package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;

/**
 * What caches are made with.
 *
 * @param budget shared by all caches of a server
 */
public record CacheOptions(WindowLimits window, ByteBudget budget, Timers timers, Metrics metrics) {
  /** The usual window, within this budget. */
  public static CacheOptions of(ByteBudget budget, Timers timers, Metrics metrics) {
    return new CacheOptions(WindowLimits.DEFAULT, budget, timers, metrics);
  }
}
