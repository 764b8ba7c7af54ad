package io.listwatch.client.http;

import io.listwatch.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * The metrics of a transport's calls, with the names that client-go uses.
 *
 * <p>Thread-safe. Meters are created on first use, one for each verb and status code.
 */
final class TransportMeters implements AutoCloseable {
  /** Used as the status code if there was no response. */
  static final int NO_RESPONSE = 0;

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

  /** Counts a request that got the status code {@code code}, or {@link #NO_RESPONSE}. */
  void attempted(ApiRequest request, int code) {
    String verb = request.method();
    String said = code == NO_RESPONSE ? "<error>" : Integer.toString(code);
    requests
        .computeIfAbsent(
            verb + " " + said,
            unknown ->
                metrics.counter(
                    "rest_client_requests_total",
                    Map.of("method", verb, "code", said, "host", host)))
        .increment();
  }

  /** Counts a retry of a request. */
  void retried(ApiRequest request) {
    retries
        .computeIfAbsent(
            request.method(),
            verb -> metrics.counter("rest_client_request_retries_total", tags(verb)))
        .increment();
  }

  /** Records the delay of a call by the client's own rate limit or backoff. */
  void heldBack(ApiRequest request, long nanos) {
    waits
        .computeIfAbsent(
            request.method(),
            verb -> metrics.distribution("rest_client_rate_limiter_duration_seconds", tags(verb)))
        .recordNanos(nanos);
  }

  /**
   * Records the time until a call's response began or the call failed, including delays and
   * retries.
   */
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
