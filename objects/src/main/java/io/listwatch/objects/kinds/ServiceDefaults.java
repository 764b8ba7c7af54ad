package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Set;

/** Defaults of Services, by type. */
final class ServiceDefaults {
  private static final int AFFINITY_SECONDS = 3 * 60 * 60;
  private static final Set<String> OUTSIDE = Set.of("NodePort", "LoadBalancer");

  private ServiceDefaults() {}

  static void service(JsonObject service) {
    JsonObject spec = Members.object(service, "spec");
    if (Members.empty(spec, "type")) {
      spec.put("type", "ClusterIP");
    }
    affinity(spec);
    String type = Members.text(spec, "type");
    boolean reachable =
        OUTSIDE.contains(type) || (type.equals("ClusterIP") && !Members.empty(spec, "externalIPs"));
    if (reachable && Members.empty(spec, "externalTrafficPolicy")) {
      spec.put("externalTrafficPolicy", "Cluster");
    }
    boolean inside = OUTSIDE.contains(type) || type.equals("ClusterIP");
    if (inside && Members.absent(spec, "internalTrafficPolicy")) {
      spec.put("internalTrafficPolicy", "Cluster");
    }
    if (type.equals("LoadBalancer")) {
      balanced(service, spec);
    }
  }

  private static void affinity(JsonObject spec) {
    String affinity = Members.text(spec, "sessionAffinity");
    JsonValue seconds = spec.at("/sessionAffinityConfig/clientIP/timeoutSeconds");
    if (affinity.isEmpty() || affinity.equals("None")) {
      spec.remove("sessionAffinityConfig");
    } else if (affinity.equals("ClientIP") && (seconds.isMissing() || seconds.isNull())) {
      spec.putObject("sessionAffinityConfig")
          .putObject("clientIP")
          .put("timeoutSeconds", AFFINITY_SECONDS);
    }
  }

  private static void balanced(JsonObject service, JsonObject spec) {
    if (Members.absent(spec, "allocateLoadBalancerNodePorts")) {
      spec.put("allocateLoadBalancerNodePorts", true);
    }
    for (JsonValue ingress : service.path("status").path("loadBalancer").path("ingress")) {
      if (ingress instanceof JsonObject object
          && !Members.empty(object, "ip")
          && Members.absent(object, "ipMode")) {
        object.put("ipMode", "VIP");
      }
    }
  }

  /** {@code targetPort} defaults to {@code port}. */
  static void port(JsonObject port) {
    JsonValue target = port.path("targetPort");
    boolean unsaid = target.isText() ? target.textValue().isEmpty() : target.asInt() == 0;
    if (unsaid && port.has("port")) {
      port.set("targetPort", port.get("port"));
    }
  }
}
