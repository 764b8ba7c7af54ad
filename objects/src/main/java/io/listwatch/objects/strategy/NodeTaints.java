package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/** The taint of a new node, which is not ready yet. */
public final class NodeTaints {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String EFFECT = "NoSchedule";

  private NodeTaints() {}

  /** Adds the taint unless the node has it. */
  public static void addNotReady(JsonObject node) {
    JsonArray taints = node.withObject("spec").withArray("taints");
    for (JsonValue each : taints) {
      if (each.path("key").asText().equals(NOT_READY)
          && each.path("effect").asText().equals(EFFECT)) {
        return;
      }
    }
    taints.addObject().put("key", NOT_READY).put("effect", EFFECT);
  }
}
