package io.listwatch.server.registry.custom;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import java.util.Map;

/** Measures the duration of a CRD's conversion webhook calls, by success or failure. */
final class ConversionMeters {
  private final Timers timers;
  private final Metrics.Distribution succeeded;
  private final Metrics.Distribution failed;

  ConversionMeters(String definition, Metrics metrics, Timers timers) {
    this.timers = timers;
    this.succeeded = seconds(metrics, definition, true);
    this.failed = seconds(metrics, definition, false);
  }

  private static Metrics.Distribution seconds(
      Metrics metrics, String definition, boolean succeeded) {
    return metrics.distribution(
        "apiserver_crd_conversion_webhook_duration_seconds",
        Map.of("crd_name", definition, "succeeded", String.valueOf(succeeded)));
  }

  /** Records a call that began at {@code start} on the monotonic clock. */
  void record(long start, boolean success) {
    (success ? succeeded : failed).recordNanos(timers.nanoTime() - start);
  }

  long start() {
    return timers.nanoTime();
  }
}
