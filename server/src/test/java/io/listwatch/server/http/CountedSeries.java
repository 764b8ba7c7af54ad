package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Metrics that remember each requested series and count completed requests. */
final class CountedSeries implements Metrics {
  private final Set<String> series = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

  /** Returns the series, each as its name and its sorted tags. */
  Set<String> series() {
    return Set.copyOf(series);
  }

  long requests() {
    return requests.get();
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
    series.add(name + new TreeMap<>(tags));
    return name.equals("apiserver_request_total") ? requests::addAndGet : amount -> {};
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
