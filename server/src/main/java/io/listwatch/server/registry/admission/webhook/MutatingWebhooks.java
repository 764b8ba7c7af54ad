package io.listwatch.server.registry.admission.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.apply.JsonPatch;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.Reinvocation;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Calls the mutating webhooks that match a write, one after another, and applies their patches. */
public final class MutatingWebhooks implements Admission {
  private static final String PLUGIN = "MutatingAdmissionWebhook";

  private final WebhookConfigurations configurations;
  private final WebhookCalls calls;
  private final CallOutcome outcome;

  public MutatingWebhooks(WebhookConfigurations configurations, WebhookCalls calls) {
    this.configurations = configurations;
    this.calls = calls;
    this.outcome = new CallOutcome(calls, "admit");
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    List<Webhook> all = configurations.all();
    if (all.isEmpty() || request.definition().traits().has(Trait.CONFIGURES_ADMISSION)) {
      return CompletableFuture.completedFuture(false);
    }
    Reinvocation round = request.reinvocation();
    Reinvocation.Invoked invoked = round.of(PLUGIN);
    if (round.isSecondRound() && invoked.isChanged(request.object())) {
      invoked.requireAgain();
    }
    CompletionStage<Boolean> changed = CompletableFuture.completedFuture(false);
    int index = 0;
    for (Webhook each : all) {
      var annotations = WebhookAnnotations.ofMutating(request, each, index++);
      changed =
          changed.thenCompose(
              before -> run(each, request, invoked, annotations).thenApply(now -> before || now));
    }
    return changed.whenComplete((done, failure) -> invoked.setLastOutput(request.object()));
  }

  private CompletionStage<Boolean> run(
      Webhook webhook,
      AdmissionRequest request,
      Reinvocation.Invoked invoked,
      WebhookAnnotations annotations) {
    if (request.reinvocation().isSecondRound() && !invoked.runsAgain(webhook.id())) {
      return CompletableFuture.completedFuture(false);
    }
    return calls
        .invocation(webhook, request)
        .thenCompose(
            (Optional<Invocation> invocation) ->
                invocation.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : patched(invocation.get(), annotations)
                        .thenApply(changed -> noted(webhook, request, invoked, changed)));
  }

  private static boolean noted(
      Webhook webhook, AdmissionRequest request, Reinvocation.Invoked invoked, boolean changed) {
    if (changed) {
      invoked.requireAgain();
      request.reinvocation().require();
    }
    if (webhook.reinvocable()) {
      invoked.add(webhook.id());
    }
    return changed;
  }

  private CompletionStage<Boolean> patched(Invocation invocation, WebhookAnnotations annotations) {
    return outcome
        .of(
            invocation,
            annotations,
            response -> result(invocation, response, annotations),
            Optional.<JsonObject>empty())
        .thenCompose(
            result ->
                result.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : converted(invocation, result.get())
                        .thenApply(invocation.request()::replaceObject))
        .whenComplete((changed, failure) -> annotations.mutated(Boolean.TRUE.equals(changed)));
  }

  /** Returns the patched object; empty if there is no patch. */
  private static Optional<JsonObject> result(
      Invocation invocation, AdmissionReview.Response response, WebhookAnnotations annotations) {
    if (response.patch().isEmpty()) {
      return Optional.empty();
    }
    String patch = decoded(response.patch());
    JsonValue operations = operations(patch);
    if (operations.isEmpty()) {
      return Optional.empty();
    }
    JsonObject object = invocation.object();
    if (object == null) {
      throw ApiErrors.internal(
          "admission webhook %s attempted to modify the object, which is not supported for this operation"
              .formatted(Quotation.of(invocation.webhook().name())));
    }
    if (!response.patchType().equals("JSONPatch")) {
      throw new CallFailedException(
          "unsupported patch type " + Quotation.of(response.patchType()), 400);
    }
    try {
      JsonObject patched = JsonPatch.apply(object, patch);
      annotations.patched(operations);
      return Optional.of(patched);
    } catch (PatchException e) {
      throw ApiErrors.internal(String.valueOf(e.getMessage()));
    }
  }

  private static String decoded(String patch) {
    try {
      return new String(Base64.getDecoder().decode(patch), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new CallFailedException(
          "failed to call webhook: illegal base64 data at input byte " + firstIllegal(patch), 503);
    }
  }

  private static int firstIllegal(String base64) {
    for (int i = 0; i < base64.length(); i++) {
      char c = base64.charAt(i);
      boolean legal =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '+'
              || c == '/';
      if (!legal) {
        return i;
      }
    }
    return base64.length();
  }

  private static JsonValue operations(String patch) {
    try {
      JsonValue operations = JsonTrees.read(patch);
      if (operations.isArray()) {
        return operations;
      }
      throw undecodable(
          "json: cannot unmarshal %s into Go value of type jsonpatch.Patch"
              .formatted(operations.isObject() ? "object" : "value"));
    } catch (MalformedJsonException e) {
      throw undecodable(String.valueOf(e.getMessage()));
    }
  }

  private static CallFailedException undecodable(String why) {
    return new CallFailedException("received undecodable patch in webhook response: " + why, 503);
  }

  private CompletionStage<JsonObject> converted(Invocation invocation, JsonObject patched) {
    return invocation.converted()
        ? calls
            .context()
            .versions()
            .convert(patched, invocation.matched(), invocation.request().definition())
        : CompletableFuture.completedFuture(patched);
  }
}
