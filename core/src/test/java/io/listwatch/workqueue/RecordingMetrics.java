package io.listwatch.workqueue;

import static java.util.Objects.requireNonNull;

import io.listwatch.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** Keeps every measurement under {@code name{tags}}. Not thread-safe. */
final class RecordingMetrics implements Metrics {
  private final Map<String, Long> counters = new TreeMap<>();
  private final Map<String, List<Double>> distributions = new TreeMap<>();
  private final Map<String, DoubleSupplier> gauges = new TreeMap<>();

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return amount -> counters.merge(name + tags, amount, Long::sum);
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return amount ->
        distributions.computeIfAbsent(name + tags, absent -> new ArrayList<>()).add(amount);
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    gauges.put(name + tags, value);
    return () -> gauges.remove(name + tags);
  }

  long counted(String id) {
    return counters.getOrDefault(id, 0L);
  }

  List<Double> recorded(String id) {
    return distributions.getOrDefault(id, List.of());
  }

  double read(String id) {
    return requireNonNull(gauges.get(id), id).getAsDouble();
  }

  List<String> gauges() {
    return List.copyOf(gauges.keySet());
  }
}
