package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.strategy.TopologyLabels;
import java.util.concurrent.CompletionStage;

/**
 * The plug-in PodTopologyLabels: a pod that is created on a node gets the node's topology labels. A
 * pod that is bound later gets them with its binding.
 */
final class PodTopologyLabels extends PodStep {
  private final PodObjects objects;

  PodTopologyLabels(PodObjects objects) {
    this.objects = objects;
  }

  @Override
  CompletionStage<Void> change(JsonObject pod, AdmissionRequest request) {
    String node = pod.path("spec").path("nodeName").asText();
    return node.isEmpty()
        ? DONE
        : objects
            .finder()
            .find("", "nodes", null, node)
            .thenAccept(
                found -> {
                  JsonObject labels = found.map(TopologyLabels::of).orElseGet(JsonObject::new);
                  if (!labels.isEmpty()) {
                    Metadata.of(pod).node().withObject("labels").setAll(labels);
                  }
                });
  }
}
