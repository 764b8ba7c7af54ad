package io.listwatch.server.registry.admission.webhook;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AwaitedDecisions;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.MatchConditions;
import io.listwatch.server.registry.admission.RequestVariables;
import io.listwatch.server.webhook.WebhookClient;
import io.listwatch.server.webhook.WebhookConnections;
import io.listwatch.server.webhook.WebhookException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Selects the webhooks that match a request, and calls them.
 *
 * <p>Thread-safe. No thread waits for a webhook.
 */
public final class WebhookCalls {
  private static final String AGENT = "kube-apiserver-admission";

  private final AdmissionContext context;
  private final WebhookConnections connections;
  private final WebhookMeters meters;

  public WebhookCalls(
      AdmissionContext context, WebhookConnections connections, WebhookMeters meters) {
    this.context = context;
    this.connections = connections;
    this.meters = meters;
  }

  WebhookMeters meters() {
    return meters;
  }

  AdmissionContext context() {
    return context;
  }

  /** Returns the call of a webhook for a request; empty if the webhook does not match it. */
  CompletionStage<Optional<Invocation>> invocation(Webhook webhook, AdmissionRequest request) {
    return webhook
        .constraints()
        .match(request, context)
        .thenCompose(
            matched ->
                matched.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.<Invocation>empty())
                    : converted(webhook, request, matched.get()).thenCompose(this::ifMatched));
  }

  private CompletionStage<Invocation> converted(
      Webhook webhook, AdmissionRequest request, ResourceDefinition matched) {
    return converted(request.object(), request, matched)
        .thenCompose(
            object ->
                converted(request.oldObject(), request, matched)
                    .thenApply(
                        old ->
                            new Invocation(
                                webhook, request, matched, object.orElse(null), old.orElse(null))));
  }

  private CompletionStage<Optional<JsonObject>> converted(
      @Nullable JsonObject object, AdmissionRequest request, ResourceDefinition matched) {
    return object == null || !request.isConvertedTo(matched)
        ? CompletableFuture.completedFuture(Optional.ofNullable(object))
        : request
            .warnings()
            .trace()
            .during(() -> context.versions().convert(object, request.definition(), matched))
            .thenApply(Optional::of);
  }

  private CompletionStage<Optional<Invocation>> ifMatched(Invocation call) {
    MatchConditions conditions = call.webhook().conditions();
    return conditions.isEmpty()
        ? CompletableFuture.completedFuture(Optional.of(call))
        : AwaitedDecisions.during(
            context.authorizer(),
            context.workers(),
            authorizer ->
                meetsConditions(call, conditions, authorizer)
                    ? Optional.of(call)
                    : Optional.empty());
  }

  private static boolean meetsConditions(
      Invocation call, MatchConditions conditions, Authorizer authorizer) {
    MatchConditions.Outcome outcome =
        conditions.evaluate(
            RequestVariables.input(
                call.request(),
                call.matched(),
                call.object(),
                call.old(),
                authorizer,
                AdmissionInput.CONDITIONS_BUDGET));
    if (!outcome.failure().isEmpty() && !call.webhook().ignoresFailures()) {
      AdmissionRequest request = call.request();
      throw ApiErrors.forbidden(request.definition().type(), request.name(), outcome.failure());
    }
    return outcome.matches();
  }

  /**
   * Calls a webhook.
   *
   * @return a stage that fails with a {@link CallFailedException}, or with the {@link ApiException}
   *     of a webhook that cannot be called for a dry run
   */
  CompletionStage<AdmissionReview.Response> call(Invocation invocation, boolean mutating) {
    Webhook webhook = invocation.webhook();
    try {
      if (invocation.request().dryRun() && !webhook.dryRunnable()) {
        throw ApiErrors.badRequest(
            "admission webhook %s does not support dry run"
                .formatted(Quotation.of(webhook.name())));
      }
      if (webhook.reviewVersion().isEmpty()) {
        throw new CallFailedException(
            "could not create admission objects: webhook does not accept known AdmissionReview"
                + " versions (v1, v1beta1)",
            400);
      }
      var review = new AdmissionReview(UUID.randomUUID().toString(), invocation, mutating);
      LocalWebhook local = webhook.local();
      CompletionStage<AdmissionReview.Response> response =
          local != null
              ? local.call(review.request()).thenApplyAsync(review::response, context.workers())
              : called(invocation, review);
      return response.exceptionallyCompose(
          failure -> CompletableFuture.failedFuture(described(failure)));
    } catch (ApiException | CallFailedException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private CompletionStage<AdmissionReview.Response> called(
      Invocation invocation, AdmissionReview review) throws CallFailedException {
    Webhook webhook = invocation.webhook();
    var client = new WebhookClient(webhook.target(), connections);
    byte[] question = review.request();
    return invocation
        .request()
        .warnings()
        .trace()
        .during(
            () ->
                client.call(
                    question, webhook.timeout(), AGENT, context.workers(), review::response));
  }

  private static Throwable described(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof WebhookException
        ? new CallFailedException("failed to call webhook: " + cause.getMessage(), 503)
        : cause;
  }

  /** Returns a failure without the wrapper of a stage. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Returns the error for a failed call of a webhook whose failure policy is Fail. */
  static ApiException closed(Webhook webhook, CallFailedException failure) {
    return ApiErrors.internal(
        "failed calling webhook %s: %s"
            .formatted(Quotation.of(webhook.name()), failure.getMessage()));
  }
}
