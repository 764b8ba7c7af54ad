package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;

/** Classes of volumes' attributes: there as long as a volume has them. */
final class VolumeAttributesStrategy extends BuiltInStrategy {
  VolumeAttributesStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    StorageFinalizers.add(object, StorageFinalizers.OF_ATTRIBUTES);
  }
}
