package io.listwatch.server.registry.admission.webhook;

import io.listwatch.model.ApiException;
import io.listwatch.server.registry.admission.AdmissionRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the response of a webhook, or its failure, into the outcome for the write, and counts it.
 */
final class CallOutcome {
  private static final Logger log = LoggerFactory.getLogger(CallOutcome.class);

  private final WebhookCalls calls;
  private final String type;

  /**
   * @param type in metrics: {@code admit} or {@code validating}
   */
  CallOutcome(WebhookCalls calls, String type) {
    this.calls = calls;
    this.type = type;
  }

  /**
   * Calls a webhook.
   *
   * @param annotations of the request's audit events
   * @param then uses the response of a webhook that allows the write
   * @param otherwise the result if a failure is ignored
   * @return a stage that fails with an {@link ApiException} if the write is rejected
   */
  <T> CompletionStage<T> of(
      Invocation invocation,
      WebhookAnnotations annotations,
      Function<AdmissionReview.Response, T> then,
      T otherwise) {
    long start = calls.meters().start();
    return calls
        .call(invocation, type.equals("admit"))
        .thenApply(
            response -> {
              annotations.responded(response);
              response.warnings().forEach(invocation.request().warnings());
              if (!response.allowed()) {
                throw response.denial(invocation.webhook().name()).toException();
              }
              return then.apply(response);
            })
        .handle(
            (result, failure) -> ended(invocation, annotations, start, result, failure, otherwise))
        .thenCompose(Function.identity());
  }

  private <T> CompletionStage<T> ended(
      Invocation invocation,
      WebhookAnnotations annotations,
      long start,
      T result,
      Throwable failure,
      T otherwise) {
    Webhook webhook = invocation.webhook();
    AdmissionRequest request = invocation.request();
    if (failure == null) {
      calls.meters().called(webhook, request, type, start, false, 200);
      return CompletableFuture.completedFuture(result);
    }
    Throwable cause = WebhookCalls.cause(failure);
    if (cause instanceof CallFailedException failed) {
      return failed(invocation, annotations, start, failed, otherwise);
    }
    int code = cause instanceof ApiException rejection ? rejection.status().code() : 0;
    calls.meters().called(webhook, request, type, start, true, code);
    calls
        .meters()
        .rejected(
            webhook, request, type, code == 0 ? "apiserver_internal_error" : "no_error", code);
    return CompletableFuture.failedFuture(cause);
  }

  private <T> CompletionStage<T> failed(
      Invocation invocation,
      WebhookAnnotations annotations,
      long start,
      CallFailedException failure,
      T otherwise) {
    Webhook webhook = invocation.webhook();
    AdmissionRequest request = invocation.request();
    boolean open = webhook.ignoresFailures();
    calls.meters().called(webhook, request, type, start, !open, failure.code());
    if (open) {
      log.warn("Failed calling webhook, failing open {}: {}", webhook.name(), failure.getMessage());
      calls.meters().failedOpen(webhook, type);
      annotations.failedOpen();
      return CompletableFuture.completedFuture(otherwise);
    }
    calls.meters().rejected(webhook, request, type, "calling_webhook_error", failure.code());
    return CompletableFuture.failedFuture(WebhookCalls.closed(webhook, failure));
  }
}
