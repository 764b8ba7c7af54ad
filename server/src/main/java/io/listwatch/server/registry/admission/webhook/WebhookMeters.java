package io.listwatch.server.registry.admission.webhook;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.time.Timers;
import java.util.Map;

/** The metrics of admission webhooks, with kube-apiserver's names. */
public final class WebhookMeters {
  private final Metrics metrics;
  private final Timers timers;

  public WebhookMeters(Metrics metrics, Timers timers) {
    this.metrics = metrics;
    this.timers = timers;
  }

  long start() {
    return timers.nanoTime();
  }

  /**
   * Records a call.
   *
   * @param type {@code admit} or {@code validating}
   * @param code the status: 200, that of a denial or that of a failure
   */
  void called(
      Webhook webhook,
      AdmissionRequest request,
      String type,
      long start,
      boolean rejected,
      int code) {
    String operation = request.operation().name();
    String refused = Boolean.toString(rejected);
    metrics
        .distribution(
            "apiserver_admission_webhook_admission_duration_seconds",
            Map.of(
                "name", webhook.name(), "type", type, "operation", operation, "rejected", refused))
        .recordNanos(timers.nanoTime() - start);
    metrics
        .counter(
            "apiserver_admission_webhook_request_total",
            Map.of(
                "name",
                webhook.name(),
                "type",
                type,
                "operation",
                operation,
                "code",
                Integer.toString(Math.min(code, 600)),
                "rejected",
                refused))
        .increment();
  }

  /**
   * Records a rejection.
   *
   * @param cause {@code no_error}, {@code calling_webhook_error} or {@code
   *     apiserver_internal_error}
   */
  void rejected(Webhook webhook, AdmissionRequest request, String type, String cause, int code) {
    metrics
        .counter(
            "apiserver_admission_webhook_rejection_count",
            Map.of(
                "name",
                webhook.name(),
                "type",
                type,
                "operation",
                request.operation().name(),
                "error_type",
                cause,
                "rejection_code",
                Integer.toString(Math.min(code, 600))))
        .increment();
  }

  /** Records a failed call that was ignored. */
  void failedOpen(Webhook webhook, String type) {
    metrics
        .counter(
            "apiserver_admission_webhook_fail_open_count",
            Map.of("name", webhook.name(), "type", type))
        .increment();
  }
}
