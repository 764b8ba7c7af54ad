package io.listwatch.server.registry.admission;

import static java.util.Objects.requireNonNull;

import io.listwatch.metrics.Metrics;
import io.listwatch.metrics.Metrics.Distribution;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.time.Timers;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * The durations of admission, with kube-apiserver's names: of one plug-in, or of the whole step.
 *
 * <p>Thread-safe. A measurement costs two reads of the clock.
 */
final class AdmissionMeters {
  /** Replaces the name of a plug-in in measurements of the whole step. */
  static final String STEP = "";

  private final String plugin;
  private final Metrics metrics;
  private final Timers timers;

  /**
   * The distributions of each operation. Each is created when it is first used, so that the metrics
   * page has no empty series.
   */
  private final Map<Operation, AtomicReferenceArray<Distribution>> known =
      new EnumMap<>(Operation.class);

  AdmissionMeters(String plugin, Metrics metrics, Timers timers) {
    this.plugin = plugin;
    this.metrics = metrics;
    this.timers = timers;
    for (Operation each : Operation.values()) {
      known.put(each, new AtomicReferenceArray<>(4));
    }
  }

  /** Runs a part of admission and records how long it takes. */
  <T> CompletableFuture<T> timed(
      AdmissionRequest request, boolean mutates, Supplier<CompletableFuture<T>> part) {
    long start = timers.nanoTime();
    CompletableFuture<T> stage;
    try {
      stage = part.get();
    } catch (RuntimeException rejection) {
      record(request, mutates, true, start);
      throw rejection;
    }
    if (stage.isDone()) {
      record(request, mutates, stage.isCompletedExceptionally(), start);
      return stage;
    }
    return stage.whenComplete((done, failure) -> record(request, mutates, failure != null, start));
  }

  private void record(AdmissionRequest request, boolean mutates, boolean rejected, long start) {
    Operation operation = request.operation();
    AtomicReferenceArray<Distribution> ofOperation = requireNonNull(known.get(operation));
    int index = (mutates ? 2 : 0) + (rejected ? 1 : 0);
    Distribution found = ofOperation.get(index);
    if (found == null) {
      found = distribution(operation, mutates, rejected);
      ofOperation.set(index, found);
    }
    found.recordNanos(timers.nanoTime() - start);
  }

  private Distribution distribution(Operation operation, boolean mutates, boolean rejected) {
    String type = mutates ? "admit" : "validate";
    return plugin.equals(STEP)
        ? metrics.distribution(
            "apiserver_admission_step_admission_duration_seconds",
            Map.of("type", type, "operation", operation.name(), "rejected", "" + rejected))
        : metrics.distribution(
            "apiserver_admission_controller_admission_duration_seconds",
            Map.of(
                "name",
                plugin,
                "type",
                type,
                "operation",
                operation.name(),
                "rejected",
                "" + rejected));
  }
}
