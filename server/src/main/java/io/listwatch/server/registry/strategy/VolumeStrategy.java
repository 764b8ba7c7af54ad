package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.metadata.Metadata;

/** Volumes: pending when they are made. */
final class VolumeStrategy extends BuiltInStrategy {
  VolumeStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    object
        .putObject("status")
        .put("phase", "Pending")
        .put("lastPhaseTransitionTime", Metadata.of(object).text("creationTimestamp"));
    StorageFinalizers.add(object, StorageFinalizers.OF_VOLUMES);
  }
}
