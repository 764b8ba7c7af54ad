package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A plug-in for the creation of pods, not for their subresources. It only sets complete fields. */
abstract class PodStep implements Admission {
  static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  private static final CompletionStage<Boolean> UNCHANGED =
      CompletableFuture.completedFuture(false);

  @Override
  public final boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("pods");
  }

  @Override
  public final CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject pod = created(request);
    if (pod == null) {
      return UNCHANGED;
    }
    CompletionStage<Void> changed = change(pod, request);
    return changed == DONE ? UNCHANGED : changed.thenApply(done -> false);
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject pod = created(request);
    return pod == null ? DONE : check(pod, request);
  }

  private static @Nullable JsonObject created(AdmissionRequest request) {
    boolean creates = request.operation() == Operation.CREATE && request.subresource().isEmpty();
    return creates ? request.object() : null;
  }

  /** Changes a new pod. The stage fails if the pod is rejected. */
  abstract CompletionStage<Void> change(JsonObject pod, AdmissionRequest request);

  /**
   * Checks a new pod after all plug-ins have changed it. The stage fails if the pod is rejected.
   */
  CompletionStage<Void> check(JsonObject pod, AdmissionRequest request) {
    return DONE;
  }

  static ApiException forbidden(AdmissionRequest request, String objection) {
    return ApiErrors.forbidden(request.definition().type(), request.name(), objection);
  }

  /** Rejects the pod unless the objection is empty. */
  static void reject(AdmissionRequest request, String objection) {
    if (!objection.isEmpty()) {
      throw forbidden(request, objection);
    }
  }
}
