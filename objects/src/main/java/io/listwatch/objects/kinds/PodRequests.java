package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.util.List;
import java.util.Map;

/** Pod-level resource requests, and the sums over a pod's containers. */
public final class PodRequests {
  private static final List<String> SUMMED = List.of("cpu", "memory");

  private PodRequests() {}

  /**
   * Defaults pod-level requests to the sum of the containers' requests, else to the pod-level
   * limits.
   */
  static void fill(JsonObject spec) {
    if (!(spec.get("resources") instanceof JsonObject resources)
        || Members.empty(resources, "limits")) {
      return;
    }
    JsonObject requests = Members.object(resources, "requests");
    for (String name : SUMMED) {
      String sum = sum(spec, name);
      if (!sum.isEmpty() && Members.absent(requests, name)) {
        requests.put(name, sum);
      }
    }
    for (Map.Entry<String, JsonValue> limit : resources.path("limits").properties()) {
      if (isOfPods(limit.getKey()) && Members.absent(requests, limit.getKey())) {
        requests.set(limit.getKey(), limit.getValue());
      }
    }
    if (requests.isEmpty()) {
      resources.remove("requests");
    }
  }

  /** True if the resource can be requested at pod level. */
  private static boolean isOfPods(String name) {
    return SUMMED.contains(name) || name.startsWith("hugepages-");
  }

  private static String sum(JsonValue spec, String name) {
    return sum(spec, "requests", name);
  }

  /**
   * Returns the most of a resource that a pod's containers need at one time: ordinary init
   * containers run one after another, before the other containers.
   *
   * @param side {@code requests} or {@code limits}
   * @return empty if no container has the resource
   */
  public static String sum(JsonValue spec, String side, String name) {
    String sidecars = "";
    String most = "";
    for (JsonValue container : spec.path("initContainers")) {
      String needed = Quantities.sum(sidecars, of(container, side, name));
      most = larger(most, needed);
      if (Members.text(container, "restartPolicy").equals("Always")) {
        sidecars = needed;
      }
    }
    String running = sidecars;
    for (JsonValue container : spec.path("containers")) {
      running = Quantities.sum(running, of(container, side, name));
    }
    return larger(running, most);
  }

  private static String of(JsonValue container, String side, String name) {
    return Members.text(container.path("resources").path(side), name);
  }

  private static String larger(String one, String other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return Quantities.compare(one, other) < 0 ? other : one;
  }
}
