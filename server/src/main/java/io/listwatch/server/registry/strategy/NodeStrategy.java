package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.ResourceDefinition;

/** Nodes: nothing is to run on a new one until somebody says that it is ready. */
final class NodeStrategy extends BuiltInStrategy {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String EFFECT = "NoSchedule";

  NodeStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    ArrayNode taints = object.withObjectProperty("spec").withArrayProperty("taints");
    for (JsonNode each : taints) {
      if (each.path("key").asText().equals(NOT_READY)
          && each.path("effect").asText().equals(EFFECT)) {
        return;
      }
    }
    taints.addObject().put("key", NOT_READY).put("effect", EFFECT);
  }
}
