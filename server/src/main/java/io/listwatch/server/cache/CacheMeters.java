package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of one cache. Thread-safe. */
final class CacheMeters implements AutoCloseable {
  /** Integers below this number are exact in a double. */
  private static final long FIFTEEN_DIGITS = 1_000_000_000_000_000L;

  private final Metrics.Counter initializations;
  private final Metrics.Counter received;
  private final Metrics.Counter initialEvents;
  private final Metrics.Counter terminated;
  private final Metrics.Counter catchUps;
  private final Metrics.Counter consistentReads;
  private final Metrics.Counter fallbacks;
  private final Metrics.Counter consistent;
  private final Metrics.Counter inconsistent;
  private final Metrics.Counter failedChecks;
  private final Metrics.Distribution waits;
  private final List<Metrics.Gauge> gauges;
  private final AtomicInteger watchers = new AtomicInteger();

  CacheMeters(ResourceType type, Metrics metrics, WatchCache cache) {
    var tags = Map.of("resource", type.toString());
    initializations = metrics.counter("apiserver_watch_cache_initializations_total", tags);
    received = metrics.counter("apiserver_watch_cache_events_received_total", tags);
    initialEvents = metrics.counter("apiserver_init_events_total", tags);
    terminated = metrics.counter("apiserver_terminated_watchers_total", tags);
    catchUps = metrics.counter("watch_cache_catch_ups_total", tags);
    consistentReads = consistentReads(metrics, type, "false");
    fallbacks = consistentReads(metrics, type, "true");
    consistent = consistencyChecks(metrics, type, "success");
    inconsistent = consistencyChecks(metrics, type, "failure");
    failedChecks = consistencyChecks(metrics, type, "error");
    waits = metrics.distribution("apiserver_watch_cache_read_wait_seconds", tags);
    gauges =
        List.of(
            metrics.gauge(
                "apiserver_watch_cache_resource_version",
                tags,
                () -> cache.state().version() % FIFTEEN_DIGITS),
            metrics.gauge("apiserver_resource_objects", tags, () -> cache.state().objects().size()),
            metrics.gauge("watch_cache_window_changes", tags, () -> cache.window().size()),
            metrics.gauge("watch_cache_window_bytes", tags, () -> cache.window().bytes()),
            metrics.gauge("watch_cache_watchers", tags, () -> watchers.get()));
  }

  private static Metrics.Counter consistentReads(
      Metrics metrics, ResourceType type, String fallback) {
    return metrics.counter(
        "apiserver_watch_cache_consistent_read_total",
        Map.of("resource", type.toString(), "fallback", fallback));
  }

  private static Metrics.Counter consistencyChecks(
      Metrics metrics, ResourceType type, String status) {
    return metrics.counter(
        "apiserver_storage_consistency_checks_total",
        Map.of("resource", type.toString(), "status", status));
  }

  /** Counts a comparison of the cache with storage. */
  void compared(boolean equal) {
    (equal ? consistent : inconsistent).increment();
  }

  /** Counts a comparison with storage that could not be made. */
  void notCompared() {
    failedChecks.increment();
  }

  /** Counts a list that filled the cache. */
  void initialized() {
    initializations.increment();
  }

  void received(int changes) {
    received.add(changes);
  }

  void initialEvent() {
    initialEvents.increment();
  }

  void opened() {
    watchers.incrementAndGet();
  }

  void closed() {
    watchers.decrementAndGet();
  }

  /** Counts a watcher that was too slow. */
  void terminated() {
    terminated.increment();
  }

  /** Counts a watch that needed changes older than the window. */
  void catchUp() {
    catchUps.increment();
  }

  void consistentRead() {
    consistentReads.increment();
  }

  /** Counts a consistent read that had to go to storage. */
  void fallback() {
    fallbacks.increment();
  }

  void waited(long nanos) {
    waits.recordNanos(nanos);
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
