package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Metrics that keep only distributions: the number of values recorded in each. */
final class MeasuredTimes implements Metrics {
  private final Map<String, AtomicLong> recorded = new ConcurrentHashMap<>();

  /**
   * Returns the number of recorded values.
   *
   * @param tags in the format of a sorted map's {@code toString}
   */
  long count(String name, String tags) {
    AtomicLong count = recorded.get(name + tags);
    return count == null ? 0 : count.get();
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return amount -> {};
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    AtomicLong count =
        recorded.computeIfAbsent(name + new TreeMap<>(tags), each -> new AtomicLong());
    return amount -> count.incrementAndGet();
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    return () -> {};
  }
}
