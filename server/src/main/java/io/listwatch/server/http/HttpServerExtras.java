package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.HealthChecks;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Optional parts of the HTTP server; a server without them gets no-op instances.
 *
 * @param checks the health checks
 * @param metricsPage the content of {@code /metrics}
 * @param metrics receives the server's own metrics
 * @param bodies the bytes that request bodies in flight may take
 * @param interference injects faults for tests; null for none
 * @param workloadWarnings true to warn on creation of a workload that this server runs no
 *     controller for it
 */
public record HttpServerExtras(
    Timers timers,
    Metrics metrics,
    MetricsPage metricsPage,
    HealthChecks checks,
    AuditLog audit,
    BodyBudget bodies,
    @Nullable Interference interference,
    boolean workloadWarnings) {
  /** The system's time and no-op instances of everything else. */
  public static final HttpServerExtras NONE =
      new HttpServerExtras(
          Timers.system(),
          Metrics.none(),
          () -> "",
          HealthChecks.NONE,
          AuditLog.none(),
          BodyBudget.ofHeap(),
          null,
          false);

  public HttpServerExtras with(Timers newTimers) {
    return new HttpServerExtras(
        newTimers, metrics, metricsPage, checks, audit, bodies, interference, workloadWarnings);
  }

  public HttpServerExtras with(BodyBudget newBodies) {
    return new HttpServerExtras(
        timers, metrics, metricsPage, checks, audit, newBodies, interference, workloadWarnings);
  }

  public HttpServerExtras with(HealthChecks newChecks) {
    return new HttpServerExtras(
        timers, metrics, metricsPage, newChecks, audit, bodies, interference, workloadWarnings);
  }
}
