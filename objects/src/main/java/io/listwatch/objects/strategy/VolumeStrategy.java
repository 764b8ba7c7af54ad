package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/** Volumes: pending when they are made. */
final class VolumeStrategy extends BuiltInStrategy {
  VolumeStrategy(WrittenKind kind) {
    super(kind);
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
