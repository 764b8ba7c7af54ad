package io.listwatch.metrics;

import java.util.Map;
import java.util.function.DoubleSupplier;

/** Discards all measurements, at the cost of an empty call. */
final class NoMetrics implements Metrics {
  static final NoMetrics INSTANCE = new NoMetrics();

  private static final Counter COUNTER = amount -> {};
  private static final Distribution DISTRIBUTION = amount -> {};
  private static final Gauge GAUGE = () -> {};

  private NoMetrics() {}

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return COUNTER;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return DISTRIBUTION;
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    return GAUGE;
  }
}
