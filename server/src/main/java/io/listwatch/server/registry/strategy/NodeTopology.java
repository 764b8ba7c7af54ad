package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the topology labels of a node, which pods on the node get, too. */
public final class NodeTopology {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  private final OtherObjects objects;

  public NodeTopology(OtherObjects objects) {
    this.objects = objects;
  }

  /**
   * Returns the topology labels; none if the node does not exist.
   *
   * @param node its name; may be empty
   */
  public CompletionStage<JsonObject> of(String node) {
    return objects
        .find("", "nodes", null, node)
        .thenApply(found -> found.map(NodeTopology::labels).orElseGet(NodeTopology::none));
  }

  static JsonObject none() {
    return new JsonObject();
  }

  private static JsonObject labels(JsonValue node) {
    JsonObject found = none();
    for (String label : LABELS) {
      JsonValue value = node.path("metadata").path("labels").path(label);
      if (value.isText()) {
        found.set(label, value);
      }
    }
    return found;
  }
}
