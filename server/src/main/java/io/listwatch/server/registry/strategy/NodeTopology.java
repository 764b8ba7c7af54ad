package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.strategy.TopologyLabels;
import java.util.concurrent.CompletionStage;

/** Finds the topology labels of a node, which pods on the node get, too. */
public final class NodeTopology {
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
        .thenApply(found -> found.map(TopologyLabels::of).orElseGet(JsonObject::new));
  }
}
