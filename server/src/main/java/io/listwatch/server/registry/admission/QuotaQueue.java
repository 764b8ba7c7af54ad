package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.quota.QuotaCheck;
import io.listwatch.objects.quota.QuotaState;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.time.Timers;
import io.listwatch.time.Timers.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Counts writes in the quotas of their namespace, one batch of writes at a time in each namespace.
 * Writes that arrive during a batch are the next one, so many concurrent writes need few updates of
 * a quota.
 *
 * <p>Another server may count in the same quota: an update that conflicts is checked again with the
 * quota's latest state, up to {@value #RETRIES} times.
 *
 * <p>Thread-safe. A batch runs on the workers; no thread waits.
 */
final class QuotaQueue {
  private static final int RETRIES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Function<String, List<JsonValue>> quotas;
  private final QuotaAccess access;
  private final Timers timers;
  private final Executor workers;

  /** The waiting writes of each namespace in which a batch runs. */
  private final Map<String, List<Waiter>> waiting = new ConcurrentHashMap<>();

  /** A write and its check. */
  record Write(AdmissionRequest request, QuotaCheck check) {}

  private record Waiter(Write write, CompletableFuture<Void> admitted) {}

  /**
   * @param quotas returns the ResourceQuotas of a namespace
   */
  QuotaQueue(
      Function<String, List<JsonValue>> quotas,
      QuotaAccess access,
      Timers timers,
      Executor workers) {
    this.quotas = quotas;
    this.access = access;
    this.timers = timers;
    this.workers = workers;
  }

  /** Completes when the write is counted; fails if it exceeds a quota. */
  CompletionStage<Void> add(String namespace, Write write) {
    var waiter = new Waiter(write, new CompletableFuture<>());
    var first = new ArrayList<Waiter>();
    waiting.compute(
        namespace,
        (key, others) -> {
          if (others == null) {
            first.add(waiter);
            return new ArrayList<>();
          }
          others.add(waiter);
          return others;
        });
    Timer timeout =
        timers.schedule(
            TIMEOUT,
            () ->
                waiter.admitted.completeExceptionally(
                    ApiErrors.internal("resource quota evaluation timed out")));
    if (!first.isEmpty()) {
      run(namespace, first);
    }
    return waiter.admitted.whenComplete((done, failure) -> timeout.cancel());
  }

  private void run(String namespace, List<Waiter> batch) {
    CompletionStage<Void> done;
    try {
      done = count(namespace, batch, quotas.apply(namespace), RETRIES);
    } catch (RuntimeException failure) {
      done = CompletableFuture.failedFuture(failure);
    }
    var unused =
        done.whenCompleteAsync(
            (counted, failure) -> {
              Throwable reason =
                  failure != null ? failure : new IllegalStateException("a write was not counted");
              batch.forEach(each -> each.admitted.completeExceptionally(reason));
              next(namespace);
            },
            workers);
  }

  private void next(String namespace) {
    var batch = new ArrayList<Waiter>();
    waiting.compute(
        namespace,
        (key, others) -> {
          if (others == null || others.isEmpty()) {
            return null;
          }
          batch.addAll(others);
          return new ArrayList<>();
        });
    if (!batch.isEmpty()) {
      run(namespace, batch);
    }
  }

  private CompletionStage<Void> count(
      String namespace, List<Waiter> batch, List<JsonValue> found, int retries) {
    List<QuotaState> before = found.stream().map(QuotaState::of).toList();
    List<QuotaState> after = before;
    var counted = new ArrayList<Waiter>();
    for (Waiter each : batch) {
      if (each.admitted.isDone()) {
        continue;
      }
      try {
        List<QuotaState> next = ResourceQuotaAdmission.run(each.write, after);
        if (each.write.request.dryRun() || sameUsage(after, next)) {
          each.admitted.complete(null);
        } else {
          counted.add(each);
          after = next;
        }
      } catch (ApiException rejected) {
        each.admitted.completeExceptionally(rejected);
      }
    }
    return counted.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : write(namespace, counted, found, before, after, retries);
  }

  private static boolean sameUsage(List<QuotaState> one, List<QuotaState> other) {
    for (int i = 0; i < one.size(); i++) {
      if (!one.get(i).used().sameAs(other.get(i).used())) {
        return false;
      }
    }
    return true;
  }

  private CompletionStage<Void> write(
      String namespace,
      List<Waiter> counted,
      List<JsonValue> found,
      List<QuotaState> before,
      List<QuotaState> after,
      int retries) {
    var failed = new ArrayList<String>();
    var reasons = new ArrayList<Throwable>();
    CompletionStage<Void> written = CompletableFuture.completedFuture(null);
    for (int i = 0; i < found.size(); i++) {
      if (before.get(i).used().sameAs(after.get(i).used())) {
        continue;
      }
      JsonObject quota = (JsonObject) found.get(i).deepCopy();
      quota.withObject("status").set("used", after.get(i).used().toJson());
      String name = before.get(i).name();
      written =
          written
              .thenCompose(done -> access.writeStatus(quota))
              .handle(
                  (done, failure) -> {
                    if (failure != null) {
                      failed.add(name);
                      reasons.add(failure);
                    }
                    return null;
                  });
    }
    return written.thenComposeAsync(
        done -> {
          if (failed.isEmpty()) {
            counted.forEach(each -> each.admitted.complete(null));
            return CompletableFuture.completedFuture(null);
          }
          Throwable reason = cause(reasons.get(reasons.size() - 1));
          if (retries == 0) {
            counted.forEach(each -> each.admitted.completeExceptionally(reason));
            return CompletableFuture.completedFuture(null);
          }
          return read(namespace, failed)
              .thenCompose(latest -> count(namespace, counted, latest, retries - 1));
        },
        workers);
  }

  private CompletionStage<List<JsonValue>> read(String namespace, List<String> names) {
    CompletionStage<List<JsonValue>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (String name : names) {
      all =
          all.thenCombine(
              access.read(namespace, name),
              (read, quota) -> {
                quota.ifPresent(read::add);
                return read;
              });
    }
    return all;
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException
        ? Optional.ofNullable(failure.getCause()).orElse(failure)
        : failure;
  }
}
