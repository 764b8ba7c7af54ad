package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
  public CompletionStage<ObjectNode> of(String node) {
    return objects
        .find("", "nodes", null, node)
        .thenApply(found -> found.map(NodeTopology::labels).orElseGet(NodeTopology::none));
  }

  static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode labels(JsonNode node) {
    ObjectNode found = none();
    for (String label : LABELS) {
      JsonNode value = node.path("metadata").path("labels").path(label);
      if (value.isTextual()) {
        found.set(label, value);
      }
    }
    return found;
  }
}
