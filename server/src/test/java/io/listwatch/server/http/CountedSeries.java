package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Metrics that record each requested series, and the values of counters and gauges. */
final class CountedSeries implements Metrics {
  private final Set<String> series = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

  /** Returns the series, each as its name and its sorted tags. */
  Set<String> series() {
    return Set.copyOf(series);
  }

  /** Returns the number of completed requests. */
  long requests() {
    return counters("apiserver_request_total").values().stream().mapToLong(each -> each).sum();
  }

  /** Returns the value of each counter of a name, by its sorted tags. */
  Map<String, Long> counters(String name) {
    var values = new TreeMap<String, Long>();
    counters.forEach(
        (series, value) -> {
          if (series.startsWith(name + "{")) {
            values.put(series.substring(name.length()), value.get());
          }
        });
    return values;
  }

  /** Returns the value of each gauge of a name, by its sorted tags. */
  Map<String, Double> gauges(String name) {
    var values = new TreeMap<String, Double>();
    gauges.forEach(
        (series, value) -> {
          if (series.startsWith(name + "{")) {
            values.put(series.substring(name.length()), value.getAsDouble());
          }
        });
    return values;
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    String key = name + new TreeMap<>(tags);
    series.add(key);
    return counters.computeIfAbsent(key, unused -> new AtomicLong())::addAndGet;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    series.add(name + new TreeMap<>(tags));
    return value -> {};
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    String key = name + new TreeMap<>(tags);
    series.add(key);
    gauges.put(key, value);
    return () -> gauges.remove(key);
  }
}
