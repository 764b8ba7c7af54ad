package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Nodes: they come with their status, as machines report it, but nothing is to run on a new one
 * until somebody says that it is ready.
 */
final class NodeStrategy extends BuiltInStrategy {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String EFFECT = "NoSchedule";

  NodeStrategy(WrittenKind kind) {
    super(kind);
  }

  /** The first of a node's ranges is also said alone; where the two differ, that is believed. */
  @Override
  public void complete(ObjectNode object) {
    super.complete(object);
    if (object.get("spec") instanceof ObjectNode spec) {
      String alone = spec.path("podCIDR").asText();
      String first = spec.path("podCIDRs").path(0).asText();
      if (!alone.isEmpty() && !alone.equals(first)) {
        spec.putArray("podCIDRs").add(alone);
      } else if (alone.isEmpty() && !first.isEmpty()) {
        spec.put("podCIDR", first);
      }
    }
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    @Nullable JsonNode status = object.get("status");
    super.prepareCreate(object);
    set(object, "status", status);
    taint(object.withObjectProperty("spec").withArrayProperty("taints"));
  }

  private static void taint(ArrayNode taints) {
    for (JsonNode each : taints) {
      if (each.path("key").asText().equals(NOT_READY)
          && each.path("effect").asText().equals(EFFECT)) {
        return;
      }
    }
    taints.addObject().put("key", NOT_READY).put("effect", EFFECT);
  }
}
