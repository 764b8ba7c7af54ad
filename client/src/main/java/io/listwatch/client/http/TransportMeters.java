package io.listwatch.client.http;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * What a transport measures of its calls, under the reference's names.
 *
 * <p>Thread-safe. Meters are made when they are first needed; there are as many as verbs and codes.
 */
final class TransportMeters implements AutoCloseable {
  /** In place of a code, where there was no answer. */
  static final int NO_ANSWER = 0;

  private final Metrics metrics;
  private final String host;
  private final Metrics.Gauge watches;
  private final Map<String, Metrics.Counter> requests = new ConcurrentHashMap<>();
  private final Map<String, Metrics.Counter> retries = new ConcurrentHashMap<>();
  private final Map<String, Metrics.Distribution> durations = new ConcurrentHashMap<>();
  private final Map<String, Metrics.Distribution> waits = new ConcurrentHashMap<>();

  TransportMeters(Metrics metrics, String host, IntSupplier openWatches) {
    this.metrics = metrics;
    this.host = host;
    watches =
        metrics.gauge("rest_client_open_watches", Map.of("host", host), openWatches::getAsInt);
  }

  /** A request was answered with {@code code}, or not. */
  void attempted(ApiRequest request, int code) {
    String verb = request.method();
    String said = code == NO_ANSWER ? "<error>" : Integer.toString(code);
    requests
        .computeIfAbsent(
            verb + " " + said,
            unknown ->
                metrics.counter(
                    "rest_client_requests_total",
                    Map.of("method", verb, "code", said, "host", host)))
        .increment();
  }

  /** A request is about to be repeated. */
  void retried(ApiRequest request) {
    retries
        .computeIfAbsent(
            request.method(),
            verb -> metrics.counter("rest_client_request_retries_total", tags(verb)))
        .increment();
  }

  /** A call waited before it was sent, because the client holds itself back. */
  void heldBack(ApiRequest request, long nanos) {
    waits
        .computeIfAbsent(
            request.method(),
            verb -> metrics.distribution("rest_client_rate_limiter_duration_seconds", tags(verb)))
        .recordNanos(nanos);
  }

  /** A call took that long until its answer began or it failed, waits and repetitions included. */
  void called(ApiRequest request, long nanos) {
    durations
        .computeIfAbsent(
            request.method(),
            verb -> metrics.distribution("rest_client_request_duration_seconds", tags(verb)))
        .recordNanos(nanos);
  }

  private Map<String, String> tags(String verb) {
    return Map.of("verb", verb, "host", host);
  }

  @Override
  public void close() {
    watches.close();
  }
}
