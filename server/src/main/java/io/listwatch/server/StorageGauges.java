package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of the space that a storage uses, if its engine reports it.
 *
 * <p>Threads: the thread that scrapes the metrics.
 */
final class StorageGauges implements AutoCloseable {
  private final Storage storage;
  private final List<Metrics.Gauge> gauges;

  StorageGauges(Storage storage, Metrics metrics) {
    this.storage = storage;
    this.gauges = storage.usage().isPresent() ? gauges(metrics) : List.of();
  }

  private List<Metrics.Gauge> gauges(Metrics metrics) {
    return List.of(
        metrics.gauge("apiserver_storage_size_bytes", Map.of(), () -> read(StorageUsage::bytes)),
        metrics.gauge("storage_quota_bytes", Map.of(), () -> read(StorageUsage::quota)),
        metrics.gauge("storage_full", Map.of(), () -> read(usage -> usage.full() ? 1 : 0)),
        metrics.gauge("storage_log_bytes", Map.of(), () -> read(StorageUsage::logBytes)));
  }

  private double read(ToDoubleFunction<StorageUsage> figure) {
    Optional<StorageUsage> usage = storage.usage();
    return usage.isPresent() ? figure.applyAsDouble(usage.get()) : Double.NaN;
  }

  /** True unless the storage has reached its quota. */
  boolean hasRoom() {
    return storage.usage().filter(StorageUsage::full).isEmpty();
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
