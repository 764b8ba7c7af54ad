package io.listwatch.testing.clients;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Metrics that record only a client's number of open watches. */
final class OpenWatches implements Metrics {
  private volatile DoubleSupplier watches = () -> 0;

  int count() {
    return (int) watches.getAsDouble();
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    return Metrics.none().counter(name, tags);
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return Metrics.none().distribution(name, tags);
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    if (name.equals("rest_client_open_watches")) {
      watches = value;
    }
    return Metrics.none().gauge(name, tags, value);
  }
}
