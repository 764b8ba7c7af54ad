package io.listwatch.server.fairness;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** Metrics of which a test reads the gauges, by name and priority level. */
final class RecordedGauges implements Metrics {
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

  double value(String name, String level) {
    return gauges.getOrDefault(name + "/" + level, () -> Double.NaN).getAsDouble();
  }

  int size() {
    return gauges.size();
  }

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
    String key =
        name
            + "/"
            + tags.getOrDefault("priority_level", "")
            + (tags.containsKey("flow_schema") ? "/" + tags.get("flow_schema") : "");
    gauges.put(key, value);
    return () -> gauges.remove(key, value);
  }
}
