package io.listwatch.server.fairness;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Metrics of which a test reads the gauges, by name and priority level. */
final class RecordedGauges implements Metrics {
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, Double> recorded = new ConcurrentHashMap<>();

  /** Returns the value of a counter, by name, priority level and schema. */
  long counted(String name, String level, String schema) {
    return counters.getOrDefault(name + "/" + level + "/" + schema, new LongAdder()).sum();
  }

  /** Returns the highest value of a distribution, by name, priority level and schema. */
  double highest(String name, String level, String schema) {
    return recorded.getOrDefault(name + "/" + level + "/" + schema, Double.NaN);
  }

  double value(String name, String level) {
    return gauges.getOrDefault(name + "/" + level, () -> Double.NaN).getAsDouble();
  }

  int size() {
    return gauges.size();
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    LongAdder count = counters.computeIfAbsent(key(name, tags), each -> new LongAdder());
    return count::add;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount -> recorded.merge(key(name, tags), amount, Math::max);
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    String key = key(name, tags);
    gauges.put(key, value);
    return () -> gauges.remove(key, value);
  }

  private static String key(String name, Map<String, String> tags) {
    return name
        + "/"
        + tags.getOrDefault("priority_level", "")
        + (tags.containsKey("flow_schema") ? "/" + tags.get("flow_schema") : "");
  }
}
