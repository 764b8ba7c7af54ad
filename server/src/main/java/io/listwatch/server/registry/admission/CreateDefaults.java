package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.strategy.NodeTaints;
import io.listwatch.objects.strategy.StorageFinalizers;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The plug-ins that add something to each new object of a kind. They ignore subresources. */
enum CreateDefaults implements Admission {
  /** The plug-in TaintNodesByCondition: a new node is tainted as not ready. */
  TAINT_NODES {
    @Override
    public boolean isInterestedIn(ResourceDefinition definition) {
      return definition.type().toString().equals("nodes");
    }

    @Override
    void add(JsonObject node, String resource) {
      NodeTaints.addNotReady(node);
    }
  },

  /**
   * The plug-in StorageObjectInUseProtection: a finalizer protects storage objects that are in use.
   */
  PROTECT_STORAGE {
    @Override
    public boolean isInterestedIn(ResourceDefinition definition) {
      return !StorageFinalizers.of(definition.type().toString()).isEmpty();
    }

    @Override
    void add(JsonObject object, String resource) {
      StorageFinalizers.add(object, StorageFinalizers.of(resource));
    }
  };

  abstract void add(JsonObject object, String resource);

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object != null
        && request.operation() == Operation.CREATE
        && request.subresource().isEmpty()) {
      add(object, request.definition().type().toString());
    }
    return CompletableFuture.completedFuture(false);
  }
}
