package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.HealthChecks;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.server.http.page.WebPages;
import io.listwatch.server.kubelet.KubeletNetworks;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.time.Timers;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The optional parts of the HTTP server, such as metrics and health checks.
 *
 * @param checks the health checks
 * @param metricsPage the content of {@code /metrics}
 * @param metrics receives the server's own metrics
 * @param auditor makes the audit events of requests; null for none
 * @param bodies the bytes that request bodies in flight may take
 * @param events the bytes that events may take while they wait for clients
 * @param interference injects faults for tests; null for none
 * @param unattended true for a type of workload whose creation gets the warning that no controller
 *     acts on it
 * @param documents the documents below {@code /debug/listwatch/}, by their names
 * @param webPages pages for browsers; null for none
 * @param kubelets the nodes that the server may connect to
 */
public record HttpServerParts(
    Timers timers,
    Metrics metrics,
    MetricsPage metricsPage,
    HealthChecks checks,
    AuditLog audit,
    @Nullable Auditor auditor,
    BodyBudget bodies,
    EventBudget events,
    @Nullable Interference interference,
    Predicate<ResourceType> unattended,
    Map<String, DebugDocument> documents,
    @Nullable WebPages webPages,
    KubeletNetworks kubelets) {
  /** The system's time and no-op instances of everything else. */
  public static final HttpServerParts NO_OP =
      new HttpServerParts(
          Timers.system(),
          Metrics.none(),
          () -> "",
          HealthChecks.NONE,
          AuditLog.none(),
          null,
          BodyBudget.ofHeap(),
          EventBudget.ofHeap(),
          null,
          type -> false,
          Map.of(),
          null,
          KubeletNetworks.LOOPBACK);

  public HttpServerParts {
    documents = Map.copyOf(documents);
  }

  /** Returns a copy with {@code changes} applied. */
  public HttpServerParts with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Changes some parts. */
  public static final class Builder {
    private Timers timers;
    private Metrics metrics;
    private MetricsPage metricsPage;
    private HealthChecks checks;
    private AuditLog audit;
    private @Nullable Auditor auditor;
    private BodyBudget bodies;
    private EventBudget events;
    private @Nullable Interference interference;
    private Predicate<ResourceType> unattended;
    private Map<String, DebugDocument> documents;
    private @Nullable WebPages webPages;
    private KubeletNetworks kubelets;

    private Builder(HttpServerParts parts) {
      timers = parts.timers;
      metrics = parts.metrics;
      metricsPage = parts.metricsPage;
      checks = parts.checks;
      audit = parts.audit;
      auditor = parts.auditor;
      bodies = parts.bodies;
      events = parts.events;
      interference = parts.interference;
      unattended = parts.unattended;
      documents = parts.documents;
      webPages = parts.webPages;
      kubelets = parts.kubelets;
    }

    public Builder timers(Timers newTimers) {
      timers = newTimers;
      return this;
    }

    public Builder metrics(Metrics newMetrics) {
      metrics = newMetrics;
      return this;
    }

    public Builder metricsPage(MetricsPage newMetricsPage) {
      metricsPage = newMetricsPage;
      return this;
    }

    public Builder checks(HealthChecks newChecks) {
      checks = newChecks;
      return this;
    }

    public Builder audit(AuditLog newAudit) {
      audit = newAudit;
      return this;
    }

    public Builder auditor(@Nullable Auditor newAuditor) {
      auditor = newAuditor;
      return this;
    }

    public Builder bodies(BodyBudget newBodies) {
      bodies = newBodies;
      return this;
    }

    public Builder events(EventBudget newEvents) {
      events = newEvents;
      return this;
    }

    public Builder interference(@Nullable Interference newInterference) {
      interference = newInterference;
      return this;
    }

    public Builder unattended(Predicate<ResourceType> newUnattended) {
      unattended = newUnattended;
      return this;
    }

    public Builder documents(Map<String, DebugDocument> newDocuments) {
      documents = newDocuments;
      return this;
    }

    public Builder webPages(@Nullable WebPages newWebPages) {
      webPages = newWebPages;
      return this;
    }

    public Builder kubelets(KubeletNetworks newKubelets) {
      kubelets = newKubelets;
      return this;
    }

    private HttpServerParts build() {
      return new HttpServerParts(
          timers,
          metrics,
          metricsPage,
          checks,
          audit,
          auditor,
          bodies,
          events,
          interference,
          unattended,
          documents,
          webPages,
          kubelets);
    }
  }
}
