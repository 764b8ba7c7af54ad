package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.strategy.Tolerations;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The plug-in DefaultTolerationSeconds: a pod tolerates for five minutes that its node is not ready
 * or unreachable, unless it has tolerations for that.
 */
final class DefaultTolerationSeconds implements Admission {
  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("pods");
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject pod = request.object();
    boolean writes =
        request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE;
    if (pod != null && writes && request.subresource().isEmpty()) {
      Tolerations.addDefaults(pod.withObject("spec"));
    }
    return CompletableFuture.completedFuture(false);
  }
}
