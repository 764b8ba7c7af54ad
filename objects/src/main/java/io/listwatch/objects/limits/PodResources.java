package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.PodRequests;
import io.listwatch.objects.schema.Quantities;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The resources that a whole pod requests, or is limited to. */
public final class PodResources {
  private static final Set<String> OF_PODS = Set.of("cpu", "memory");

  private PodResources() {}

  /**
   * Sums up the resources of a pod's containers; pod-level resources take their place.
   *
   * @param side {@code requests} or {@code limits}
   */
  public static JsonObject total(JsonValue spec, String side) {
    JsonObject total = new JsonObject();
    for (String name : names(spec, side)) {
      total.put(name, PodRequests.sum(spec, side, name));
    }
    for (Map.Entry<String, JsonValue> each : spec.path("resources").path(side).properties()) {
      if (OF_PODS.contains(each.getKey()) || each.getKey().startsWith("hugepages-")) {
        total.set(each.getKey(), each.getValue());
      }
    }
    return total;
  }

  /** Adds the overhead of the pod's RuntimeClass: to all requests, but only to set limits. */
  public static JsonObject withOverhead(JsonObject total, JsonValue spec, String side) {
    for (Map.Entry<String, JsonValue> each : spec.path("overhead").properties()) {
      String before = total.path(each.getKey()).asText();
      boolean set = Quantities.decimalValue(before).signum() != 0;
      if (side.equals("requests") || set) {
        total.put(each.getKey(), Quantities.sum(before, each.getValue().asText()));
      }
    }
    return total;
  }

  private static Set<String> names(JsonValue spec, String side) {
    var names = new TreeSet<String>();
    for (String list : new String[] {"containers", "initContainers"}) {
      for (JsonValue each : spec.path(list)) {
        names.addAll(each.path("resources").path(side).fieldNames());
      }
    }
    return names;
  }
}
