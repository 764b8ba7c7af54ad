package io.listwatch.server.registry.admission;

import io.listwatch.model.Scope;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The plug-in NamespaceExists: rejects writes in a namespace that does not exist. */
final class NamespaceExists implements Admission {
  private final AdmissionContext.Namespaces namespaces;

  NamespaceExists(AdmissionContext.Namespaces namespaces) {
    this.namespaces = namespaces;
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.custom() || definition.type().scope() == Scope.NAMESPACED;
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    if (request.namespace().isEmpty()
        || request.isAboutNamespace()
        || request.operation() == AdmissionRequest.Operation.CONNECT) {
      return CompletableFuture.completedFuture(null);
    }
    return namespaces
        .find(request.namespace())
        .thenAccept(
            found -> {
              if (found.isEmpty()) {
                throw ApiErrors.noSuchNamespace(request.namespace());
              }
            });
  }
}
