package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.ResourceDefinition;

/** Classes of volumes' attributes: there as long as a volume has them. */
final class VolumeAttributesStrategy extends BuiltInStrategy {
  VolumeAttributesStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    StorageFinalizers.add(object, StorageFinalizers.OF_ATTRIBUTES);
  }
}
