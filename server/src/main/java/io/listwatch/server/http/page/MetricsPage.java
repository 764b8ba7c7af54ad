package io.listwatch.server.http.page;

/** What {@code /metrics} shows. */
@FunctionalInterface
public interface MetricsPage {
  /** All measurements in Prometheus' text format. Called by threads that must not wait. */
  String text();
}
