package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Metrics of which only distributions are kept: how often something was recorded in each. */
final class MeasuredTimes implements Metrics {
  private final Map<String, AtomicLong> recorded = new ConcurrentHashMap<>();

  /**
   * How often something was recorded.
   *
   * @param tags as a map prints itself, sorted
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
