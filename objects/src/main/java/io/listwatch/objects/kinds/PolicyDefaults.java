package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.Set;

/** Defaults of NetworkPolicies, RBAC subjects and device requests. */
final class PolicyDefaults {
  private static final Set<String> USERS = Set.of("User", "Group");

  private PolicyDefaults() {}

  /**
   * A policy without {@code policyTypes} is for ingress, and also for egress if it has egress
   * rules.
   */
  static void networkPolicy(JsonObject spec) {
    if (Members.empty(spec, "policyTypes")) {
      JsonArray types = spec.putArray("policyTypes").add("Ingress");
      if (!Members.empty(spec, "egress")) {
        types.add("Egress");
      }
    }
  }

  static void subject(JsonObject subject) {
    if (Members.empty(subject, "apiGroup") && USERS.contains(Members.text(subject, "kind"))) {
      subject.put("apiGroup", "rbac.authorization.k8s.io");
    }
  }

  /** A device request with allocation mode ExactCount and no count is for one device. */
  static void deviceRequest(JsonObject request) {
    if (Members.text(request, "allocationMode").equals("ExactCount")
        && request.path("count").asInt() == 0) {
      request.put("count", 1);
    }
  }
}
