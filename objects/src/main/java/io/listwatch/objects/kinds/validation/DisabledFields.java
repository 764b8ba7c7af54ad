package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one kind whose feature gate is off by default. They are dropped from a written
 * object, unless the old object has them.
 *
 * <p>Thread-safe.
 */
final class DisabledFields {
  private static final String EACH = "*";

  private static final List<String> OF_POD_SPECS =
      List.of(
          "schedulingGroup",
          "volumes.*.projected.sources.*.clusterTrustBundle",
          "volumes.*.projected.sources.*.podCertificate",
          "containers.*.lifecycle.stopSignal",
          "initContainers.*.lifecycle.stopSignal",
          "ephemeralContainers.*.lifecycle.stopSignal");

  private final List<List<String>> paths;

  /**
   * @param paths the paths of the fields; {@code *} stands for each item of a list
   */
  DisabledFields(List<String> paths) {
    this.paths = paths.stream().map(path -> List.of(path.split("\\.", -1))).toList();
  }

  /** Returns the paths of the disabled fields in the pod spec at a path. */
  static List<String> ofPodSpec(String podSpec) {
    return OF_POD_SPECS.stream().map(field -> podSpec + "." + field).toList();
  }

  void drop(JsonObject next, @Nullable JsonObject old) {
    JsonValue before = old == null ? JsonValue.MISSING : old;
    for (List<String> path : paths) {
      if (!has(before, path)) {
        remove(next, path);
      }
    }
  }

  private static boolean has(JsonValue node, List<String> path) {
    if (path.isEmpty()) {
      return !node.isMissing() && !node.isNull();
    }
    List<String> rest = path.subList(1, path.size());
    if (!path.get(0).equals(EACH)) {
      return has(node.path(path.get(0)), rest);
    }
    for (JsonValue each : node) {
      if (has(each, rest)) {
        return true;
      }
    }
    return false;
  }

  private static void remove(JsonValue node, List<String> path) {
    List<String> rest = path.subList(1, path.size());
    if (path.get(0).equals(EACH)) {
      node.forEach(each -> remove(each, rest));
    } else if (!(node instanceof JsonObject object)) {
      return;
    } else if (rest.isEmpty()) {
      object.remove(path.get(0));
    } else if (has(object, path)) {
      remove(object.path(path.get(0)), rest);
      removeEmptyLifecycle(object);
    }
  }

  /** Removes a lifecycle that is empty after its disabled fields are dropped. */
  private static void removeEmptyLifecycle(JsonObject container) {
    if (container.path("lifecycle") instanceof JsonObject lifecycle && lifecycle.isEmpty()) {
      container.remove("lifecycle");
    }
  }
}
