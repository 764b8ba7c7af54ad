package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/** The strategy of PersistentVolumes: they are Pending when created. */
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
  }
}
