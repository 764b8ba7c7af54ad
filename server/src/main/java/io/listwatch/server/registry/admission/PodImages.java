package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/**
 * Compares the images of two states of a pod. Updates that keep the images cannot make a pod
 * violate a standard.
 */
final class PodImages {
  private PodImages() {}

  /** True if a container was added, or has another image. */
  static boolean differ(JsonObject pod, JsonObject old) {
    JsonValue now = pod.path("spec");
    JsonValue before = old.path("spec");
    return differByIndex(now.path("containers"), before.path("containers"))
        || differByIndex(now.path("initContainers"), before.path("initContainers"))
        || differByName(now.path("ephemeralContainers"), before.path("ephemeralContainers"));
  }

  private static boolean differByIndex(JsonValue now, JsonValue before) {
    if (now.size() != before.size()) {
      return true;
    }
    for (int i = 0; i < now.size(); i++) {
      if (!now.path(i).path("image").equals(before.path(i).path("image"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean differByName(JsonValue now, JsonValue before) {
    for (JsonValue each : now) {
      JsonValue same = JsonValue.MISSING;
      for (JsonValue candidate : before) {
        if (candidate.path("name").equals(each.path("name"))) {
          same = candidate;
        }
      }
      if (same.isMissing() || !same.path("image").equals(each.path("image"))) {
        return true;
      }
    }
    return false;
  }
}
