package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A plug-in that changes or rejects pods according to the annotations of their namespace. */
abstract class PodsOfNamespace implements Admission {
  private final AdmissionContext.Namespaces namespaces;

  PodsOfNamespace(AdmissionContext.Namespaces namespaces) {
    this.namespaces = namespaces;
  }

  /** Changes the pod, or throws an exception that rejects it. */
  abstract void mutate(AdmissionRequest request, JsonObject pod, JsonObject namespace);

  /** Throws an exception that rejects the pod, unless the pod is admitted. */
  abstract void validate(AdmissionRequest request, JsonObject pod, JsonObject namespace);

  /** True if the plug-in acts on requests with this operation. */
  abstract boolean isInterestedIn(AdmissionRequest.Operation operation);

  @Override
  public final boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("pods");
  }

  @Override
  public final CompletionStage<Boolean> mutate(AdmissionRequest request) {
    return withNamespace(request, this::mutate).thenApply(done -> false);
  }

  @Override
  public final CompletionStage<Void> validate(AdmissionRequest request) {
    return withNamespace(request, this::validate);
  }

  private CompletionStage<Void> withNamespace(AdmissionRequest request, Step step) {
    JsonObject pod = request.object();
    if (pod == null || !request.subresource().isEmpty() || !isInterestedIn(request.operation())) {
      return CompletableFuture.completedFuture(null);
    }
    return namespaces
        .find(request.namespace())
        .thenAccept(
            found ->
                step.on(
                    request,
                    pod,
                    found.orElseThrow(() -> ApiErrors.noSuchNamespace(request.namespace()))));
  }

  private interface Step {
    void on(AdmissionRequest request, JsonObject pod, JsonObject namespace);
  }
}
