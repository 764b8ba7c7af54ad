package io.listwatch.controller;

import static java.util.Objects.requireNonNull;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** Keeps counters, distributions and gauges under {@code name{tags}}. Thread-safe. */
final class CountingMetrics implements Metrics {
  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return amount -> counts.merge(name + tags, amount, Long::sum);
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount -> counts.merge(name + tags, 1L, Long::sum);
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    gauges.put(name + tags, value);
    return () -> gauges.remove(name + tags);
  }

  long count(String id) {
    return counts.getOrDefault(id, 0L);
  }

  DoubleSupplier gauge(String id) {
    return requireNonNull(gauges.get(id), id);
  }

  Set<String> gauges() {
    return gauges.keySet();
  }
}
