package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Of which families the addresses of a service are, where there are addresses of one only. */
final class ServiceFamilies {
  private static final String OURS = "IPv4";
  private static final String OTHER = "IPv6";
  private static final String SINGLE = "SingleStack";
  private static final String BOTH = "RequireDualStack";
  private static final String POLICY = "spec.ipFamilyPolicy";

  private final ObjectNode spec;
  private final List<FieldError> errors = new ArrayList<>();

  private ServiceFamilies(ObjectNode spec) {
    this.spec = spec;
  }

  /** Fills in what a sender left out; returns what cannot be had. */
  static List<FieldError> decide(ObjectNode spec) {
    var families = new ServiceFamilies(spec);
    families.decide();
    return families.errors;
  }

  private void decide() {
    // Who needs no addresses and finds its pods itself may have some anywhere.
    boolean anywhere =
        spec.path("clusterIP").asText().equals("None") && spec.path("selector").isEmpty();
    if (!spec.hasNonNull("ipFamilyPolicy")) {
      spec.put("ipFamilyPolicy", anywhere ? BOTH : SINGLE);
    }
    ArrayNode families =
        spec.path("ipFamilies") instanceof ArrayNode given ? given : spec.putArray("ipFamilies");
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

  private void checkNumber(ArrayNode families) {
    String rule = "must be 'RequireDualStack' or 'PreferDualStack' when multiple %s are specified";
    if (policy().equals(SINGLE) && spec.path("clusterIPs").size() == 2) {
      errors.add(FieldError.invalid(POLICY, SINGLE, rule.formatted("cluster IPs")));
    }
    if (policy().equals(SINGLE) && families.size() == 2) {
      errors.add(FieldError.invalid(POLICY, SINGLE, rule.formatted("IP families")));
    }
  }

  private void followAddresses(ArrayNode families) {
    JsonNode addresses = spec.path("clusterIPs");
    for (int i = families.size(); i < addresses.size(); i++) {
      String address = addresses.get(i).asText();
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

  private void spread(ArrayNode families) {
    if (families.isEmpty()) {
      families.add(OURS);
    }
    if (families.size() == 1 && !policy().equals(SINGLE)) {
      families.add(families.get(0).asText().equals(OURS) ? OTHER : OURS);
    }
  }

  private void checkOurs(ArrayNode families) {
    if (policy().equals(BOTH)) {
      errors.add(
          FieldError.invalid(
              POLICY, BOTH, "this cluster is not configured for dual-stack services"));
    }
    for (int i = 0; i < families.size(); i++) {
      if (families.get(i).asText().equals(OTHER)) {
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
