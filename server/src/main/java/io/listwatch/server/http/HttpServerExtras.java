package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.HealthChecks;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.time.Timers;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Optional parts of the HTTP server; a server without them gets no-op instances.
 *
 * @param checks the health checks
 * @param metricsPage the content of {@code /metrics}
 * @param metrics receives the server's own metrics
 * @param auditor makes the audit events of requests; null for none
 * @param bodies the bytes that request bodies in flight may take
 * @param interference injects faults for tests; null for none
 * @param unattended whether the creation of a workload of a type gets the warning that no
 *     controller acts on it
 */
public record HttpServerExtras(
    Timers timers,
    Metrics metrics,
    MetricsPage metricsPage,
    HealthChecks checks,
    AuditLog audit,
    @Nullable Auditor auditor,
    BodyBudget bodies,
    @Nullable Interference interference,
    Predicate<ResourceType> unattended) {
  /** The system's time and no-op instances of everything else. */
  public static final HttpServerExtras NONE =
      new HttpServerExtras(
          Timers.system(),
          Metrics.none(),
          () -> "",
          HealthChecks.NONE,
          AuditLog.none(),
          null,
          BodyBudget.ofHeap(),
          null,
          type -> false);

  public HttpServerExtras with(Timers newTimers) {
    return new HttpServerExtras(
        newTimers, metrics, metricsPage, checks, audit, auditor, bodies, interference, unattended);
  }

  public HttpServerExtras with(BodyBudget newBodies) {
    return new HttpServerExtras(
        timers, metrics, metricsPage, checks, audit, auditor, newBodies, interference, unattended);
  }

  public HttpServerExtras with(HealthChecks newChecks) {
    return new HttpServerExtras(
        timers, metrics, metricsPage, newChecks, audit, auditor, bodies, interference, unattended);
  }
}
