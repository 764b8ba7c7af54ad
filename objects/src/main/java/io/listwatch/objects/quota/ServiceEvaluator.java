package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Counts services, their node ports and load balancers. */
final class ServiceEvaluator implements QuotaEvaluator {
  private static final Set<String> COUNTED =
      Set.of("count/services", "services", "services.nodeports", "services.loadbalancers");

  @Override
  public Set<String> matching(Collection<String> names) {
    Set<String> found = new TreeSet<>(names);
    found.retainAll(COUNTED);
    return found;
  }

  @Override
  public ResourceQuantities usage(JsonValue object, Instant now) {
    JsonValue spec = object.path("spec");
    String type = spec.path("type").asText();
    return ResourceQuantities.of(
        Map.of(
            "count/services",
            "1",
            "services",
            "1",
            "services.loadbalancers",
            type.equals("LoadBalancer") ? "1" : "0",
            "services.nodeports",
            String.valueOf(nodePorts(spec, type))));
  }

  private static int nodePorts(JsonValue spec, String type) {
    boolean allocated = spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
    return switch (type) {
      case "NodePort" -> spec.path("ports").size();
      case "LoadBalancer" -> allocated ? spec.path("ports").size() : chosenPorts(spec);
      default -> 0;
    };
  }

  private static int chosenPorts(JsonValue spec) {
    int count = 0;
    for (JsonValue each : spec.path("ports")) {
      count += each.path("nodePort").asLong() == 0 ? 0 : 1;
    }
    return count;
  }
}
