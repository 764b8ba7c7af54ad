package io.listwatch.console;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * Passes measurements on to another {@code Metrics}. Adds up those that the console plots, over all
 * their tags.
 *
 * <p>Thread-safe.
 */
final class LoadMetrics implements Metrics {
  private static final String REQUESTS = "apiserver_request_total";
  private static final String DURATIONS = "apiserver_request_duration_seconds";
  private static final String EVENTS = "apiserver_watch_cache_events_received_total";

  private static final String DELIVERIES = "apiserver_watch_events_total";

  /** The gauges that are summed up. */
  static final String WATCHES = "apiserver_longrunning_requests";

  static final String IN_FLIGHT = "apiserver_current_inflight_requests";
  static final String QUEUED = "apiserver_flowcontrol_current_inqueue_requests";
  static final String STORED = "apiserver_storage_size_bytes";
  private static final Set<String> SUMMED = Set.of(WATCHES, IN_FLIGHT, QUEUED, STORED);

  private final Metrics target;
  private final LongAdder requests = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder deliveries = new LongAdder();
  private final Latencies latencies = new Latencies();
  private final Map<Gauge, Summed> gauges = new ConcurrentHashMap<>();

  LoadMetrics(Metrics target) {
    this.target = target;
  }

  private record Summed(String name, DoubleSupplier value) {}

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    Counter passed = target.counter(name, tags);
    return switch (name) {
      case REQUESTS -> failed(tags) ? and(and(passed, requests), failures) : and(passed, requests);
      case EVENTS -> and(passed, events);
      case DELIVERIES -> and(passed, deliveries);
      default -> passed;
    };
  }

  /** True for 429 and 5xx: the server could not execute the request. */
  private static boolean failed(Map<String, String> tags) {
    String code = tags.getOrDefault("code", "");
    return code.equals("429") || code.startsWith("5");
  }

  private static Counter and(Counter counter, LongAdder sum) {
    return amount -> {
      counter.add(amount);
      sum.add(amount);
    };
  }

  /** A watch lasts as long as its client wants, so its duration is not a latency. */
  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    Distribution passed = target.distribution(name, tags);
    if (!name.equals(DURATIONS) || "watch".equals(tags.get("verb"))) {
      return passed;
    }
    return amount -> {
      passed.record(amount);
      latencies.record(amount);
    };
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    Gauge passed = target.gauge(name, tags, value);
    if (!SUMMED.contains(name)) {
      return passed;
    }
    Gauge gauge =
        new Gauge() {
          @Override
          public void close() {
            gauges.remove(this);
            passed.close();
          }
        };
    gauges.put(gauge, new Summed(name, value));
    return gauge;
  }

  long requests() {
    return requests.sum();
  }

  long failures() {
    return failures.sum();
  }

  long events() {
    return events.sum();
  }

  long deliveries() {
    return deliveries.sum();
  }

  Latencies latencies() {
    return latencies;
  }

  /** Returns the sum of all gauges of a name. */
  long sum(String name) {
    return Math.round(
        gauges.values().stream()
            .filter(each -> each.name().equals(name))
            .mapToDouble(each -> each.value().getAsDouble())
            .filter(Double::isFinite)
            .sum());
  }
}
