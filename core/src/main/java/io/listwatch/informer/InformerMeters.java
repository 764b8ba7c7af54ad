package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import io.listwatch.store.IndexedStore;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The metrics of an informer. A metric that client-go has too has the name that client-go uses. */
final class InformerMeters implements AutoCloseable {
  private final Metrics.Distribution latency;
  private final List<Metrics.Gauge> gauges;

  InformerMeters(
      String name,
      Metrics metrics,
      IndexedStore store,
      Feeds feeds,
      OwnWrites writes,
      BooleanSupplier healthy) {
    var tags = Map.of("name", name);
    latency = metrics.distribution("informer_processing_latency_seconds", tags);
    gauges =
        List.of(
            metrics.gauge("informer_queued_items", tags, feeds::queued),
            metrics.gauge("informer_store_objects", tags, () -> store.snapshot().size()),
            metrics.gauge(
                "informer_store_resource_version",
                tags,
                () -> (double) store.snapshot().version().asGauge()),
            metrics.gauge("informer_own_writes", tags, writes::size),
            metrics.gauge("informer_healthy", tags, () -> healthy.getAsBoolean() ? 1 : 0));
  }

  void processed(long nanos) {
    latency.recordNanos(nanos);
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
