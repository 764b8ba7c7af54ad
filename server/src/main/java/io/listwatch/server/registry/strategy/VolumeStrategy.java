package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.metadata.Metadata;

/** Volumes and claims to them: pending when they are made. */
final class VolumeStrategy extends BuiltInStrategy {
  private final boolean claim;

  VolumeStrategy(ResourceDefinition definition) {
    super(definition);
    this.claim = definition.type().plural().equals("persistentvolumeclaims");
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    ObjectNode status = object.putObject("status").put("phase", "Pending");
    if (claim) {
      namePopulator(object.withObjectProperty("spec"));
    } else {
      String created = Metadata.of(object).text("creationTimestamp");
      status.put("lastPhaseTransitionTime", created);
    }
  }

  /** Where a volume is filled from is said in an old and in a new way, which agree. */
  private static void namePopulator(ObjectNode spec) {
    JsonNode source = spec.path("dataSource");
    JsonNode reference = spec.path("dataSourceRef");
    if (source.isObject() && !reference.isObject()) {
      spec.set("dataSourceRef", source.deepCopy());
    } else if (reference.isObject() && !source.isObject() && !reference.hasNonNull("namespace")) {
      spec.set("dataSource", reference.deepCopy());
    }
  }
}
