package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Set;

/**
 * Drops the fields of the old type from a service whose type changes, unless the same update
 * changes them.
 */
final class ServiceTypeChange {
  private static final Set<String> OUTSIDE = Set.of("NodePort", "LoadBalancer");

  private final JsonObject spec;
  private final JsonValue before;

  ServiceTypeChange(JsonObject spec, JsonValue before) {
    this.spec = spec;
    this.before = before;
  }

  void drop() {
    if (inCluster(before) && !inCluster(spec)) {
      forget("clusterIP");
      forget("clusterIPs");
      forget("ipFamilies");
      forget("ipFamilyPolicy");
      forget("internalTrafficPolicy");
    }
    if (hasNodePorts(before) && !hasNodePorts(spec)) {
      forgetNodePorts();
    }
    if (hasHealthPort(before) && !hasHealthPort(spec)) {
      forget("healthCheckNodePort");
    }
    if (isBalanced(before) && !isBalanced(spec)) {
      forget("allocateLoadBalancerNodePorts");
      forget("loadBalancerClass");
    }
    if (isReachable(before) && !isReachable(spec)) {
      forget("externalTrafficPolicy");
    }
  }

  private void forget(String member) {
    if (spec.path(member).equals(before.path(member))) {
      spec.remove(member);
    }
  }

  private void forgetNodePorts() {
    for (JsonValue port : spec.path("ports")) {
      for (JsonValue each : before.path("ports")) {
        if (port instanceof JsonObject object
            && !port.path("nodePort").isMissing()
            && port.path("nodePort").equals(each.path("nodePort"))) {
          object.remove("nodePort");
        }
      }
    }
  }

  private static String type(JsonValue spec) {
    return spec.path("type").asText();
  }

  private static boolean inCluster(JsonValue spec) {
    return !type(spec).equals("ExternalName");
  }

  private static boolean hasNodePorts(JsonValue spec) {
    return OUTSIDE.contains(type(spec));
  }

  private static boolean isBalanced(JsonValue spec) {
    return type(spec).equals("LoadBalancer");
  }

  private static boolean hasHealthPort(JsonValue spec) {
    return isBalanced(spec) && spec.path("externalTrafficPolicy").asText().equals("Local");
  }

  private static boolean isReachable(JsonValue spec) {
    return hasNodePorts(spec) || !spec.path("externalIPs").isEmpty();
  }
}
