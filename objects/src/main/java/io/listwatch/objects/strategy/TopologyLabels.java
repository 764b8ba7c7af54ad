package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/** The topology labels of a node, which its pods get, too. */
public final class TopologyLabels {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  private TopologyLabels() {}

  public static JsonObject of(JsonValue node) {
    var found = new JsonObject();
    for (String label : LABELS) {
      JsonValue value = node.path("metadata").path("labels").path(label);
      if (value.isText()) {
        found.set(label, value);
      }
    }
    return found;
  }
}
