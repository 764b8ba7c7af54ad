package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Counts by name, regardless of tags, and counts the gauges that are not closed. */
public final class CountedMetrics implements Metrics {
  private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
  private final Set<Object> gauges = ConcurrentHashMap.newKeySet();

  public long count(String name) {
    return counters.getOrDefault(name, new AtomicLong()).get();
  }

  int openGauges() {
    return gauges.size();
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return counters.computeIfAbsent(name, each -> new AtomicLong())::addAndGet;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount -> {};
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    var open = new Object();
    gauges.add(open);
    return () -> gauges.remove(open);
  }
}
