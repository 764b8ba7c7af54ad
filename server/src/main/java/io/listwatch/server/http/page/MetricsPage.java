package io.listwatch.server.http.page;

/** The content of {@code /metrics}. */
@FunctionalInterface
public interface MetricsPage {
  /** Returns all metrics in Prometheus' text format. Called by event loops: must not block. */
  String text();
}
