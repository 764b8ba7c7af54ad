package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Decides the IP families of a service in a cluster that has only IPv4. */
final class ServiceFamilies {
  private static final String OURS = "IPv4";
  private static final String OTHER = "IPv6";
  private static final String SINGLE = "SingleStack";
  private static final String BOTH = "RequireDualStack";
  private static final String POLICY = "spec.ipFamilyPolicy";

  private final JsonObject spec;
  private final List<FieldError> errors = new ArrayList<>();

  private ServiceFamilies(JsonObject spec) {
    this.spec = spec;
  }

  /** Fills in policy and families; returns errors for families that the cluster does not have. */
  static List<FieldError> decide(JsonObject spec) {
    var families = new ServiceFamilies(spec);
    families.decide();
    return families.errors;
  }

  private void decide() {
    // A headless service without a selector may have endpoints of any family.
    boolean anywhere =
        spec.path("clusterIP").asText().equals("None") && spec.path("selector").isEmpty();
    if (!spec.hasNonNull("ipFamilyPolicy")) {
      spec.put("ipFamilyPolicy", anywhere ? BOTH : SINGLE);
    }
    JsonArray families =
        spec.path("ipFamilies") instanceof JsonArray given ? given : spec.putArray("ipFamilies");
    checkNumber(families);
    followAddresses(families);
    if (!errors.isEmpty()) {
      return;
    }
    if (anywhere) {
      spread(families);
    } else {
      checkOurs(families);
    }
  }

  private String policy() {
    return spec.path("ipFamilyPolicy").asText();
  }

  private void checkNumber(JsonArray families) {
    String rule = "must be 'RequireDualStack' or 'PreferDualStack' when multiple %s are specified";
    if (policy().equals(SINGLE) && spec.path("clusterIPs").size() == 2) {
      errors.add(FieldError.invalid(POLICY, SINGLE, rule.formatted("cluster IPs")));
    }
    if (policy().equals(SINGLE) && families.size() == 2) {
      errors.add(FieldError.invalid(POLICY, SINGLE, rule.formatted("IP families")));
    }
  }

  private void followAddresses(JsonArray families) {
    JsonValue addresses = spec.path("clusterIPs");
    for (int i = families.size(); i < addresses.size(); i++) {
      String address = addresses.path(i).asText();
      if (address.equals("None")) {
        return;
      }
      if (address.indexOf(':') < 0) {
        if (families.isEmpty()) {
          families.add(OURS);
        }
      } else {
        String rule = OTHER + " is not configured on this cluster";
        errors.add(FieldError.invalid("spec.clusterIPs[" + i + "]", addresses, rule));
      }
    }
  }

  private void spread(JsonArray families) {
    if (families.isEmpty()) {
      families.add(OURS);
    }
    if (families.size() == 1 && !policy().equals(SINGLE)) {
      families.add(families.path(0).asText().equals(OURS) ? OTHER : OURS);
    }
  }

  private void checkOurs(JsonArray families) {
    if (policy().equals(BOTH)) {
      errors.add(
          FieldError.invalid(
              POLICY, BOTH, "this cluster is not configured for dual-stack services"));
    }
    for (int i = 0; i < families.size(); i++) {
      if (families.path(i).asText().equals(OTHER)) {
        errors.add(
            FieldError.invalid(
                "spec.ipFamilies[" + i + "]", OTHER, "not configured on this cluster"));
      }
    }
    if (families.isEmpty()) {
      families.add(OURS);
    }
  }
}
