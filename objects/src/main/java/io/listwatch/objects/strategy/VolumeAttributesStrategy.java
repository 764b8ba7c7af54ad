package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;

/** Classes of volumes' attributes: there as long as a volume has them. */
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
