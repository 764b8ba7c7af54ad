package io.listwatch.server.http;

import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the metrics of requests, and writes the requests to the audit log.
 *
 * <p>The value of every tag is a name that the server knows, regardless of the request and the
 * response: the number of series is bounded by the served resources.
 */
final class RequestMeters implements AutoCloseable {
  private static final int UNAUTHORIZED = 401;

  /** The user of a request that could not be authenticated. */
  static final UserInfo NOBODY = new UserInfo("", "", List.of());

  private final ResourceRegistry registry;
  private final Metrics metrics;
  private final Timers timers;
  private final AuditLog audit;
  private final Metrics.Counter failedAuthentications;
  private final List<Metrics.Gauge> gauges = new ArrayList<>();

  RequestMeters(ResourceRegistry registry, HttpServerParts parts) {
    this.registry = registry;
    this.metrics = parts.metrics();
    this.timers = parts.timers();
    this.audit = parts.audit();
    this.failedAuthentications = metrics.counter("authentication_failures_total", Map.of());
  }

  /** Adds gauges for the requests in flight. */
  void showInFlight(FlowFilter flow) {
    gauges.add(inFlight("readOnly", flow::reads));
    gauges.add(inFlight("mutating", flow::writes));
  }

  private Metrics.Gauge inFlight(String kind, DoubleSupplier count) {
    return metrics.gauge(
        "apiserver_current_inflight_requests", Map.of("request_kind", kind), count);
  }

  /** Counts and times a request, from now until it is complete. */
  void count(Exchange exchange) {
    String verb = exchange.verb();
    OnResource served = served(exchange.target());
    whenOver(
        exchange,
        (code, nanos) -> record(tags(verb, code == UNAUTHORIZED ? null : served), code, nanos));
  }

  /** Returns the target if it is a served resource or subresource; else null. */
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

  /** Counts a request whose credentials are not valid, and writes it to the audit log. */
  void unauthenticated(Exchange exchange) {
    failedAuthentications.increment();
    audit(exchange, new AuthenticatedRequest(NOBODY, Access.request(exchange, NOBODY)));
  }

  /** Writes a request to the audit log, now and when it is complete. */
  void audit(Exchange exchange, AuthenticatedRequest asked) {
    audit.begin(exchange.auditId(), asked.request());
    whenOver(
        exchange,
        (code, nanos) ->
            audit.record(
                new AuditLog.Entry(
                    exchange.auditId(),
                    exchange.source(),
                    asked.caller(),
                    asked.request(),
                    code,
                    nanos)));
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

  /** Called when a request is complete. The code is 0 if there was no response. */
  private interface Ending {
    void accept(int code, long nanos);
  }
}
