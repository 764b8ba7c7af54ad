package io.listwatch.server.registry.admission.webhook;

import io.listwatch.objects.kinds.Trait;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Calls all validating webhooks that match a write, at the same time. */
public final class ValidatingWebhooks implements Admission {
  private final WebhookConfigurations configurations;
  private final WebhookCalls calls;
  private final CallOutcome outcome;

  public ValidatingWebhooks(WebhookConfigurations configurations, WebhookCalls calls) {
    this.configurations = configurations;
    this.calls = calls;
    this.outcome = new CallOutcome(calls, "validating");
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    List<Webhook> all = configurations.all();
    if (all.isEmpty() || request.definition().traits().has(Trait.CONFIGURES_ADMISSION)) {
      return CompletableFuture.completedFuture(null);
    }
    CompletionStage<List<Invocation>> concerned =
        CompletableFuture.completedFuture(new ArrayList<>());
    for (Webhook each : all) {
      concerned =
          concerned.thenCompose(
              list ->
                  calls
                      .invocation(each, request)
                      .thenApply(
                          (Optional<Invocation> invocation) -> {
                            invocation.ifPresent(list::add);
                            return list;
                          }));
    }
    return concerned.thenCompose(this::callAll);
  }

  /** Fails with the first rejection in the order of the webhooks. */
  private CompletionStage<Void> callAll(List<Invocation> invocations) {
    var started = new ArrayList<CompletionStage<Boolean>>();
    for (Invocation each : invocations) {
      var annotations =
          WebhookAnnotations.ofValidating(each.request(), each.webhook(), started.size());
      started.add(outcome.of(each, annotations, response -> true, true));
    }
    CompletionStage<Boolean> all = CompletableFuture.completedFuture(true);
    for (CompletionStage<Boolean> each : started) {
      all = all.thenCombine(each, (one, other) -> true);
    }
    return all.handle((done, failure) -> first(started)).thenCompose(rejection -> rejection);
  }

  private static CompletionStage<Void> first(List<CompletionStage<Boolean>> ended) {
    for (CompletionStage<Boolean> each : ended) {
      CompletableFuture<Boolean> call = each.toCompletableFuture();
      if (call.isCompletedExceptionally()) {
        return call.thenApply(done -> null);
      }
    }
    return CompletableFuture.completedFuture(null);
  }
}
