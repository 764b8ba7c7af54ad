package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.InformerQueue;
import java.util.Map;

/** What an informer measures of itself, under the reference's names where they mean the same. */
final class InformerMeters implements AutoCloseable {
  private final Metrics.Distribution latency;
  private final Metrics.Gauge queued;
  private final Metrics.Gauge objects;
  private final Metrics.Gauge version;

  InformerMeters(String name, Metrics metrics, IndexedStore store, InformerQueue queue) {
    var tags = Map.of("name", name);
    latency = metrics.distribution("informer_processing_latency_seconds", tags);
    queued = metrics.gauge("informer_queued_items", tags, queue::size);
    objects = metrics.gauge("informer_store_objects", tags, () -> store.snapshot().size());
    version =
        metrics.gauge(
            "informer_store_resource_version",
            tags,
            () -> (double) store.snapshot().version().asGauge());
  }

  void processed(long nanos) {
    latency.recordNanos(nanos);
  }

  @Override
  public void close() {
    queued.close();
    objects.close();
    version.close();
  }
}
