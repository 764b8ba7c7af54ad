package io.listwatch.server.registry.admission;

import io.listwatch.metrics.Metrics;
import io.listwatch.metrics.Metrics.Distribution;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.time.Timers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * The durations of admission, with kube-apiserver's names: of each plug-in and of each step.
 *
 * <p>Thread-safe. A measurement costs two reads of the clock and a lookup.
 */
final class AdmissionMeters {
  /** Stands for the whole step in place of a plug-in. */
  static final String STEP = "";

  private final Metrics metrics;
  private final Timers timers;
  private final ConcurrentMap<Series, Distribution> known = new ConcurrentHashMap<>();

  AdmissionMeters(Metrics metrics, Timers timers) {
    this.metrics = metrics;
    this.timers = timers;
  }

  private record Series(String plugin, Operation operation, boolean mutates, boolean rejected) {}

  /** Runs a part of admission and records how long it takes. */
  <T> CompletableFuture<T> timed(
      String plugin,
      AdmissionRequest request,
      boolean mutates,
      Supplier<CompletableFuture<T>> part) {
    long start = timers.nanoTime();
    CompletableFuture<T> stage;
    try {
      stage = part.get();
    } catch (RuntimeException rejection) {
      record(plugin, request, mutates, true, start);
      throw rejection;
    }
    if (stage.isDone()) {
      record(plugin, request, mutates, stage.isCompletedExceptionally(), start);
      return stage;
    }
    return stage.whenComplete(
        (done, failure) -> record(plugin, request, mutates, failure != null, start));
  }

  private void record(
      String plugin, AdmissionRequest request, boolean mutates, boolean rejected, long start) {
    var series = new Series(plugin, request.operation(), mutates, rejected);
    Distribution found = known.get(series);
    if (found == null) {
      found = known.computeIfAbsent(series, this::distribution);
    }
    found.recordNanos(timers.nanoTime() - start);
  }

  private Distribution distribution(Series series) {
    String type = series.mutates ? "admit" : "validate";
    String operation = series.operation.name();
    String rejected = Boolean.toString(series.rejected);
    return series.plugin.equals(STEP)
        ? metrics.distribution(
            "apiserver_admission_step_admission_duration_seconds",
            Map.of("type", type, "operation", operation, "rejected", rejected))
        : metrics.distribution(
            "apiserver_admission_controller_admission_duration_seconds",
            Map.of(
                "name", series.plugin, "type", type, "operation", operation, "rejected", rejected));
  }
}
