package io.listwatch.server.http.watch;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.server.resource.ResourceScope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of watches, for each served resource that has been watched, with kube-apiserver's
 * names and labels: gauges of open watches by scope, and counters of the events sent.
 *
 * <p>Thread-safe.
 */
public final class WatchMeters implements AutoCloseable {
  private final Metrics metrics;
  private final Map<Map<String, String>, AtomicInteger> open = new ConcurrentHashMap<>();
  private final List<Metrics.Gauge> gauges = new CopyOnWriteArrayList<>();
  private final Map<ResourceType, Metrics.Counter> sent = new ConcurrentHashMap<>();

  public WatchMeters(Metrics metrics) {
    this.metrics = metrics;
  }

  /** Returns the counter of events and bookmarks that are sent to the watches of a type. */
  Metrics.Counter sent(ResourceType type) {
    Metrics.Counter known = sent.get(type);
    if (known != null) {
      return known;
    }
    Metrics.Counter fresh =
        metrics.counter(
            "apiserver_watch_events_total",
            Map.of("group", type.group(), "version", type.version(), "resource", type.plural()));
    sent.put(type, fresh);
    return fresh;
  }

  /** Counts a watch from now until {@code end}. */
  void count(ResourceType type, ResourceScope scope, CompletionStage<?> end) {
    AtomicInteger count = counter(labels(type, scope));
    count.incrementAndGet();
    var unused = end.whenComplete((result, failure) -> count.decrementAndGet());
  }

  private AtomicInteger counter(Map<String, String> labels) {
    AtomicInteger known = open.get(labels);
    return known == null ? register(labels) : known;
  }

  /** Registers a gauge outside of the map's locks, because metrics are foreign code. */
  private AtomicInteger register(Map<String, String> labels) {
    var fresh = new AtomicInteger();
    @Nullable AtomicInteger other = open.putIfAbsent(labels, fresh);
    if (other != null) {
      return other;
    }
    gauges.add(metrics.gauge("apiserver_longrunning_requests", labels, fresh::get));
    return fresh;
  }

  private static Map<String, String> labels(ResourceType type, ResourceScope scope) {
    return Map.of(
        "verb", "WATCH",
        "group", type.group(),
        "version", type.version(),
        "resource", type.plural(),
        "subresource", "",
        "scope", scope(scope),
        "component", "apiserver");
  }

  private static String scope(ResourceScope scope) {
    if (scope.name() != null) {
      return "resource";
    }
    return scope.namespace() == null ? "cluster" : "namespace";
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
