package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Endpoints and EndpointSlices. */
final class EndpointRules {
  private EndpointRules() {}

  /**
   * True for {@code default/kubernetes}, the endpoints of this server, which may have a loopback
   * address.
   */
  private static boolean isOwn(Field object) {
    return object.at("metadata", "name").is("kubernetes")
        && object.at("metadata", "namespace").is("default");
  }

  /** Validates Endpoints. */
  static final class Endpoints implements ValidationRules {
    @Override
    public void check(Field endpoints) {
      boolean own = isOwn(endpoints);
      endpoints.at("subsets").each(subset -> checkSubset(subset, own));
    }

    private static void checkSubset(Field subset, boolean own) {
      Field ready = subset.at("addresses");
      Field others = subset.at("notReadyAddresses");
      if (ready.isEmpty() && others.isEmpty()) {
        subset.required("must specify `addresses` or `notReadyAddresses`");
      }
      ready.each(address -> checkAddress(address, own));
      others.each(address -> checkAddress(address, own));
      boolean several = subset.at("ports").size() > 1;
      subset.at("ports").each(port -> checkPort(port, several));
    }

    private static void checkAddress(Field address, boolean own) {
      AddressRules.address(address.at("ip"));
      address.at("hostname").mayMatch(TextForm.DNS_LABEL);
      address.at("nodeName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
      if (!own) {
        AddressRules.reachable(address.at("ip"));
      }
    }

    private static void checkPort(Field port, boolean several) {
      if (several && port.at("name").isEmpty()) {
        port.at("name").required("");
      } else {
        port.at("name").mayMatch(TextForm.DNS_LABEL);
      }
      port.checkDeclared("port", "protocol");
      port.at("appProtocol").ifPresent(each -> each.matches(TextForm.QUALIFIED_NAME));
    }

    @Override
    public void checkChange(Field next, Field old) {
      if (!next.at("subsets").alike(old.at("subsets"))) {
        check(next);
      }
    }
  }

  /** Validates EndpointSlices. */
  static final class Slice implements ValidationRules {
    @Override
    public void check(Field slice) {
      slice.checkDeclared("addressType");
      checkPorts(slice.at("ports"));
      checkEndpoints(slice.at("endpoints"), slice.at("addressType").text(), isOwn(slice));
    }

    private static void checkPorts(Field ports) {
      ports.checkDeclared();
      Set<String> names = new HashSet<>();
      ports.each(
          port -> {
            port.at("name").mayMatch(TextForm.DNS_LABEL);
            if (!names.add(port.at("name").text())) {
              port.at("name").duplicate(port.at("name").text());
            }
            port.checkDeclared("protocol");
            port.at("appProtocol").ifPresent(each -> each.matches(TextForm.QUALIFIED_NAME));
          });
    }

    private static void checkEndpoints(Field endpoints, String type, boolean own) {
      if (!endpoints.passes(endpoints::checkDeclared)) {
        return;
      }
      endpoints.each(
          endpoint -> {
            Field addresses = endpoint.at("addresses");
            if (addresses.isEmpty()) {
              addresses.required("must contain at least 1 address");
            }
            addresses.checkDeclared();
            addresses.each(address -> checkAddress(address, addresses, type, own));
            endpoint.at("nodeName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
            checkTopology(endpoint.at("deprecatedTopology"));
            endpoint.at("hostname").ifPresent(name -> name.matches(TextForm.DNS_LABEL));
            checkHints(endpoint.at("hints", "forZones"), TextForm.LABEL_VALUE);
            checkHints(endpoint.at("hints", "forNodes"), TextForm.SUBDOMAIN);
          });
    }

    private static void checkTopology(Field topology) {
      topology.checkDeclared();
      topology.labels();
    }

    private static void checkHints(Field hints, TextForm form) {
      if (!hints.passes(hints::checkDeclared)) {
        return;
      }
      Set<String> names = new HashSet<>();
      for (Field hint : hints.items()) {
        hint.at("name").unique(names);
        hint.at("name").matches(form);
      }
    }

    private static void checkAddress(Field address, Field addresses, String type, boolean own) {
      switch (type) {
        case "IPv4", "IPv6" -> {
          if (!isWellFormed(address, type)) {
            return;
          }
          if (Addresses.isV6(address.text()) != type.equals("IPv6")) {
            addresses.invalid(address.text(), "must be an " + type + " address");
          }
          if (!own) {
            AddressRules.reachable(address);
          }
        }
        case "FQDN" -> checkName(address);
        default -> {}
      }
    }

    /** Requires the canonical form of IPv6 addresses only. */
    private static boolean isWellFormed(Field address, String type) {
      return type.equals("IPv6") ? AddressRules.canonical(address) : AddressRules.address(address);
    }

    private static void checkName(Field address) {
      if (address.isEmpty()) {
        address.required("");
        return;
      }
      String name = address.text().replaceFirst("\\.$", "");
      List<String> violations = TextForm.SUBDOMAIN.violations(name);
      if (!violations.isEmpty()) {
        address.invalid(name, String.join(",", violations));
      } else if (!name.contains(".")) {
        address.invalid(name, "should be a domain with at least two segments separated by dots");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      next.checkImmutable(old, "addressType");
    }
  }
}
