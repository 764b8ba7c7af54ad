package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;

/** The strategy of VolumeAttributesClasses, which are protected by a finalizer. */
final class VolumeAttributesStrategy extends BuiltInStrategy {
  VolumeAttributesStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    StorageFinalizers.add(object, StorageFinalizers.OF_ATTRIBUTES);
  }
}
