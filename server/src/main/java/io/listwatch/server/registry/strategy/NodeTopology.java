package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the labels that say where a node is, which pods on it get. */
public final class NodeTopology {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  private final OtherObjects objects;

  public NodeTopology(OtherObjects objects) {
    this.objects = objects;
  }

  /**
   * The labels; none if there is no such node.
   *
   * @param node its name, which may be empty
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
