package io.listwatch.server.registry.admission;

import io.listwatch.metrics.Metrics;
import io.listwatch.metrics.Metrics.Counter;
import io.listwatch.objects.podsecurity.PodSecurityLevel;
import io.listwatch.objects.podsecurity.PodSecurityStandard;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The metrics of the plug-in PodSecurity. At most 18 series of evaluations. Thread-safe. */
final class PodSecurityMeters {
  private final Metrics metrics;
  private final Counter exemptions;
  private final Map<Evaluation, Counter> evaluations = new ConcurrentHashMap<>();

  private record Evaluation(boolean allowed, PodSecurityLevel level, String mode) {}

  PodSecurityMeters(Metrics metrics) {
    this.metrics = metrics;
    this.exemptions = metrics.counter("pod_security_exemptions_total", Map.of());
  }

  void exempted() {
    exemptions.increment();
  }

  /**
   * Counts an evaluation.
   *
   * @param mode {@code enforce}, {@code audit} or {@code warn}
   */
  void evaluated(boolean allowed, PodSecurityStandard standard, String mode) {
    evaluations
        .computeIfAbsent(new Evaluation(allowed, standard.level(), mode), this::counter)
        .increment();
  }

  private Counter counter(Evaluation evaluation) {
    return metrics.counter(
        "pod_security_evaluations_total",
        Map.of(
            "decision",
            evaluation.allowed ? "allow" : "deny",
            "mode",
            evaluation.mode,
            "policy_level",
            evaluation.level.toString()));
  }
}
