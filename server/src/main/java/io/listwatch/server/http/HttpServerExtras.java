package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.HealthChecks;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * What a server can do without, given something that does nothing in its place.
 *
 * @param checks that say how the server is
 * @param metricsPage what {@code /metrics} shows
 * @param metrics where the server's own measurements go
 * @param interference what clients are to suffer from; null, as in every server but a test's, for
 *     nothing
 * @param workloadWarnings whether creating a workload warns that nothing here acts on it
 */
public record HttpServerExtras(
    Timers timers,
    Metrics metrics,
    MetricsPage metricsPage,
    HealthChecks checks,
    AuditLog audit,
    @Nullable Interference interference,
    boolean workloadWarnings) {
  /** The system's time, and nothing else. */
  public static final HttpServerExtras NONE =
      new HttpServerExtras(
          Timers.system(),
          Metrics.none(),
          () -> "",
          HealthChecks.NONE,
          AuditLog.none(),
          null,
          false);

  public HttpServerExtras with(Timers newTimers) {
    return new HttpServerExtras(
        newTimers, metrics, metricsPage, checks, audit, interference, workloadWarnings);
  }

  public HttpServerExtras with(HealthChecks newChecks) {
    return new HttpServerExtras(
        timers, metrics, metricsPage, newChecks, audit, interference, workloadWarnings);
  }
}
