package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.Set;

/** What is filled into policies, roles and requests for devices. */
final class PolicyDefaults {
  private static final Set<String> USERS = Set.of("User", "Group");

  private PolicyDefaults() {}

  /** A policy is about what comes in, and about what goes out if it says anything about that. */
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

  /** A request for a number of devices that does not say how many is for one. */
  static void deviceRequest(JsonObject request) {
    if (Members.text(request, "allocationMode").equals("ExactCount")
        && request.path("count").asInt() == 0) {
      request.put("count", 1);
    }
  }
}
