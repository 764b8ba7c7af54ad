package io.listwatch.testing.deltas;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Counts by the names of the counters, regardless of their tags. Thread-safe. */
final class CountedMetrics implements Metrics {
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

  long count(String name) {
    AtomicLong count = counts.get(name);
    return count == null ? 0 : count.get();
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return counts.computeIfAbsent(name, unused -> new AtomicLong())::addAndGet;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount -> {};
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    return () -> {};
  }
}
