package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** Tracks the gauges that are not closed yet. */
final class OpenGauges implements Metrics {
  final Set<Gauge> open = ConcurrentHashMap.newKeySet();

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return amount -> {};
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount -> {};
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    var gauge = new OpenGauge(name);
    open.add(gauge);
    return gauge;
  }

  private final class OpenGauge implements Gauge {
    private final String name;

    private OpenGauge(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      open.remove(this);
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
