package io.listwatch.server.http;

import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import io.listwatch.metrics.Metrics;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.http.watch.OpenWatches;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures requests, and tells the audit log of them when they are over.
 *
 * <p>Every tag is a name that the server knows, whatever a client sends and whatever it is
 * answered: the number of series is bounded by the resources that are served.
 */
final class RequestMeters implements AutoCloseable {
  private static final int UNAUTHORIZED = 401;

  private final ResourceRegistry registry;
  private final Metrics metrics;
  private final Timers timers;
  private final AuditLog audit;
  private final List<Metrics.Gauge> gauges = new ArrayList<>();

  RequestMeters(ResourceRegistry registry, HttpServerExtras extras, OpenWatches watches) {
    this.registry = registry;
    this.metrics = extras.metrics();
    this.timers = extras.timers();
    this.audit = extras.audit();
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

  /** Counts and times a request, from now until it is over. */
  void count(Exchange exchange) {
    String verb = exchange.verb();
    OnResource served = served(exchange.target());
    whenOver(
        exchange,
        (code, nanos) -> record(tags(verb, code == UNAUTHORIZED ? null : served), code, nanos));
  }

  /** The target if it is a resource, or a subresource, that the server has; else null. */
  private @Nullable OnResource served(RequestTarget target) {
    return target instanceof OnResource on
            && registry
                .find(on.group(), on.version(), on.plural())
                .filter(found -> has(found, on.subresource()))
                .isPresent()
        ? on
        : null;
  }

  private static boolean has(ResourceDefinition definition, String subresource) {
    return subresource.isEmpty() || definition.subresource(subresource).isPresent();
  }

  private static Map<String, String> tags(String verb, @Nullable OnResource served) {
    return Map.of(
        "verb", verb,
        "group", served == null ? "" : served.group(),
        "version", served == null ? "" : served.version(),
        "resource", served == null ? "" : served.plural(),
        "subresource", served == null ? "" : served.subresource());
  }

  private void record(Map<String, String> tags, int code, long nanos) {
    metrics.distribution("apiserver_request_duration_seconds", tags).recordNanos(nanos);
    var withCode = new TreeMap<>(tags);
    withCode.put("code", Integer.toString(code));
    metrics.counter("apiserver_request_total", withCode).increment();
  }

  /** Tells the audit log of a request whose user is known, now and when it is over. */
  void audit(Exchange exchange, AuthenticatedRequest asked) {
    audit.begin(exchange.auditId(), asked.request());
    whenOver(
        exchange,
        (code, nanos) ->
            audit.record(
                new AuditLog.Entry(
                    exchange.auditId(), asked.caller(), asked.request(), code, nanos)));
  }

  private void whenOver(Exchange exchange, Ending ending) {
    long started = timers.nanoTime();
    var unused =
        exchange
            .context()
            .log()
            .whenComplete()
            .thenAccept(log -> ending.accept(code(log), timers.nanoTime() - started));
  }

  private static int code(RequestLog log) {
    if (!log.isAvailable(RequestLogProperty.RESPONSE_HEADERS)) {
      return 0;
    }
    ResponseHeaders headers = log.responseHeaders();
    return headers.status().code();
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }

  /** Hears how a request ended: its code, 0 if it was not answered, and how long it took. */
  private interface Ending {
    void accept(int code, long nanos);
  }
}
