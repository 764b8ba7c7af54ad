package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.time.Timers;

/**
 * The options of watch caches.
 *
 * @param budget bounds the windows of all caches of a server
 * @param events bounds the events of all watches on storage
 * @param memory bounds the objects of all caches of a server
 */
public record CacheOptions(
    WindowLimits window,
    ByteBudget budget,
    EventBudget events,
    CacheMemory memory,
    Timers timers,
    Metrics metrics) {
  /** Returns options with the default window limits. */
  public static CacheOptions of(
      ByteBudget budget, CacheMemory memory, Timers timers, Metrics metrics) {
    return new CacheOptions(
        WindowLimits.DEFAULT, budget, EventBudget.ofHeap(), memory, timers, metrics);
  }
}
