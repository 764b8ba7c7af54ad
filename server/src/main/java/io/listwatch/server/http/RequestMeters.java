package io.listwatch.server.http;

import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.watch.OpenWatches;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures requests, and tells the audit log of them when they are over. */
final class RequestMeters implements AutoCloseable {
  private final Metrics metrics;
  private final Timers timers;
  private final AuditLog audit;
  private final List<Metrics.Gauge> gauges = new ArrayList<>();

  RequestMeters(Metrics metrics, Timers timers, AuditLog audit, OpenWatches watches) {
    this.metrics = metrics;
    this.timers = timers;
    this.audit = audit;
    gauges.add(metrics.gauge("apiserver_longrunning_requests", Map.of(), watches::count));
  }

  /** Shows how many requests are in progress. */
  void showInFlight(InFlightLimit reads, InFlightLimit writes) {
    gauges.add(inFlight("readOnly", reads));
    gauges.add(inFlight("mutating", writes));
  }

  private Metrics.Gauge inFlight(String kind, InFlightLimit limit) {
    return metrics.gauge(
        "apiserver_current_inflight_requests", Map.of("request_kind", kind), limit::current);
  }

  /** Measures a request from now until it is over. */
  void observe(Exchange exchange, AuthenticatedRequest asked) {
    long started = timers.nanoTime();
    audit.begin(exchange.auditId(), asked.request());
    var unused =
        exchange
            .context()
            .log()
            .whenComplete()
            .thenAccept(
                log -> {
                  int code = code(log);
                  long nanos = timers.nanoTime() - started;
                  count(asked.request(), code, nanos);
                  audit.record(
                      new AuditLog.Entry(
                          exchange.auditId(), asked.caller(), asked.request(), code, nanos));
                });
  }

  private static int code(RequestLog log) {
    if (!log.isAvailable(RequestLogProperty.RESPONSE_HEADERS)) {
      return 0;
    }
    ResponseHeaders headers = log.responseHeaders();
    return headers.status().code();
  }

  private void count(AccessRequest asked, int code, long nanos) {
    var tags =
        new TreeMap<>(
            Map.of(
                "verb", asked.verb(),
                "group", asked.group(),
                "version", asked.version(),
                "resource", asked.resource(),
                "subresource", asked.subresource()));
    // Words of clients that name nothing here would make series without end.
    if (code == 404 || code == 0) {
      tags.replaceAll((name, value) -> name.equals("verb") ? value : "");
    }
    metrics.distribution("apiserver_request_duration_seconds", tags).recordNanos(nanos);
    tags.put("code", Integer.toString(code));
    metrics.counter("apiserver_request_total", tags).increment();
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
