package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes that the subresources {@code ephemeralcontainers} and {@code resize} of a pod may
 * make.
 */
public final class PodSubresources {
  private PodSubresources() {}

  public static void takeEphemeralContainers(Strategy strategy, JsonObject next, JsonObject old) {
    JsonValue containers = next.path("spec").get("ephemeralContainers");
    keepTheRest(next, old);
    BuiltInStrategy.set(next.withObject("spec"), "ephemeralContainers", containers);
    strategy.prepareUpdate(next, old);
  }

  public static void takeResources(Strategy strategy, JsonObject next, JsonObject old) {
    JsonValue given = next.path("spec").deepCopy();
    keepTheRest(next, old);
    for (String member : List.of("containers", "initContainers")) {
      Map<String, JsonValue> byName = new HashMap<>();
      given.path(member).forEach(each -> byName.put(each.path("name").asText(), each));
      for (JsonValue each : next.path("spec").path(member)) {
        JsonValue now = byName.get(each.path("name").asText());
        if (now instanceof JsonObject from && each instanceof JsonObject container) {
          BuiltInStrategy.take(container, from, "resources");
          BuiltInStrategy.take(container, from, "resizePolicy");
        }
      }
    }
    strategy.prepareUpdate(next, old);
  }

  /** Restores everything but the metadata that identifies the version the client has seen. */
  private static void keepTheRest(JsonObject next, JsonObject old) {
    JsonValue metadata = next.get("metadata");
    next.removeAll();
    next.setAll(old.deepCopy());
    next.set("metadata", metadata);
    Metadata.of(next)
        .copy(Metadata.of(old), "labels", "annotations", "finalizers", "ownerReferences");
  }
}
