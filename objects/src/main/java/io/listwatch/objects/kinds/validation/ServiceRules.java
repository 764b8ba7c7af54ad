package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.IpText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Services. */
final class ServiceRules implements ValidationRules {
  private static final long MAX_AFFINITY_SECONDS = 86400;
  private static final String LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'";

  @Override
  public void check(Field service) {
    Field spec = service.at("spec");
    if (!hasDecidableAddresses(spec)) {
      return;
    }
    String type = spec.at("type").text();
    boolean headless = isHeadless(spec);
    if (spec.at("ports").isEmpty() && !headless && !type.equals("ExternalName")) {
      spec.at("ports").required("");
    }
    checkType(spec, type, headless);
    checkPorts(spec.at("ports"));
    spec.at("selector").labels();
    checkAffinity(spec);
    spec.at("externalIPs")
        .each(
            address -> {
              if (AddressRules.address(address)) {
                AddressRules.reachable(address);
              }
            });
    spec.checkDeclared("type");
    checkPortNumbers(spec, type);
    checkLoadBalancer(spec, type);
    checkTraffic(spec, type);
  }

  /** Validates cluster IPs first. If they are invalid, kube-apiserver reports nothing else. */
  private static boolean hasDecidableAddresses(Field spec) {
    return spec.passes(() -> ServiceAddressRules.check(spec));
  }

  static boolean isHeadless(Field spec) {
    List<String> addresses = spec.at("clusterIPs").texts();
    return addresses.size() == 1 && addresses.get(0).equals("None");
  }

  private static void checkType(Field spec, String type, boolean headless) {
    switch (type) {
      case "LoadBalancer", "NodePort" -> {
        if (headless) {
          spec.at("clusterIPs")
              .items()
              .get(0)
              .invalid("may not be set to 'None' for " + type + " services");
        }
      }
      case "ExternalName" -> checkExternal(spec);
      default -> {}
    }
  }

  private static void checkExternal(Field spec) {
    for (String member : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
      if (!spec.at(member).isEmpty()) {
        spec.at(member).forbidden("may not be set for ExternalName services");
      }
    }
    Field name = spec.at("externalName");
    String domain = name.text().replaceFirst("\\.$", "");
    if (domain.isEmpty()) {
      name.required("");
    } else {
      name.matches(TextForm.SUBDOMAIN, domain);
    }
  }

  private static void checkPorts(Field ports) {
    Set<String> names = new HashSet<>();
    boolean several = ports.size() > 1;
    ports.each(
        port -> {
          Field name = port.at("name");
          if (several && name.isEmpty()) {
            name.required("");
          } else if (!name.isEmpty()) {
            name.matches(TextForm.DNS_LABEL);
            name.unique(names);
          }
          port.checkDeclared("port", "protocol");
          port.at("targetPort").ifPresent(Field::port);
          port.at("appProtocol").ifPresent(each -> each.matches(TextForm.QUALIFIED_NAME));
        });
  }

  private static void checkAffinity(Field spec) {
    Field affinity = spec.at("sessionAffinity");
    Field config = spec.at("sessionAffinityConfig");
    affinity.checkDeclared();
    if (affinity.is("ClientIP")) {
      checkAffinityConfig(config);
    } else if (affinity.is("None") && config.present()) {
      config.forbidden("must not be set when session affinity is None");
    }
  }

  private static void checkAffinityConfig(Field config) {
    Field seconds = config.at("clientIP", "timeoutSeconds");
    if (seconds.present() && (seconds.number() <= 0 || seconds.number() > MAX_AFFINITY_SECONDS)) {
      seconds.invalid("must be greater than 0 and less than " + MAX_AFFINITY_SECONDS);
    }
  }

  private static void checkPortNumbers(Field spec, String type) {
    Field ports = spec.at("ports");
    if (type.equals("ClusterIP")) {
      ports.each(
          port -> {
            if (port.at("nodePort").number() != 0) {
              port.at("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
            }
          });
    }
    Set<String> onNodes = new HashSet<>();
    ports.each(
        port -> {
          Field number = port.at("nodePort");
          if (number.number() != 0 && !onNodes.add(identity(port, "nodePort"))) {
            number.duplicate();
          }
        });
    Set<String> seen = new HashSet<>();
    ports.each(
        port -> {
          if (!seen.add(identity(port, "port"))) {
            port.duplicate(shown(port));
          }
        });
  }

  private static String identity(Field port, String member) {
    return port.at("protocol").text() + "/" + port.at(member).number();
  }

  /**
   * Returns a duplicate port as error messages show it: a Go struct in which only the identity is
   * set.
   */
  private static Object shown(Field port) {
    return new JsonObject()
        .put("Name", "")
        .put("Protocol", port.at("protocol").text())
        .putNull("AppProtocol")
        .put("Port", port.at("port").number())
        .put("TargetPort", 0)
        .put("NodePort", 0);
  }

  private static void checkLoadBalancer(Field spec, String type) {
    boolean balanced = type.equals("LoadBalancer");
    Field ranges = spec.at("loadBalancerSourceRanges");
    Field place = ranges.called(spec.path().child("LoadBalancerSourceRanges"));
    if (!ranges.isEmpty()) {
      if (!balanced) {
        place.forbidden(LOAD_BALANCER_ONLY);
      }
      // kube-apiserver allows white space around the source ranges.
      place.each(each -> AddressRules.network(each.with(JsonValue.of(each.text().strip()))));
    }
    Field allocate = spec.at("allocateLoadBalancerNodePorts");
    if (allocate.present() && !balanced) {
      allocate.forbidden(LOAD_BALANCER_ONLY);
    }
    checkClass(spec.at("loadBalancerClass"), balanced);
  }

  private static void checkClass(Field balancer, boolean balanced) {
    if (balancer.present() && balanced) {
      balancer.matches(TextForm.QUALIFIED_NAME);
    } else if (balancer.present()) {
      balancer.forbidden(LOAD_BALANCER_ONLY);
    }
  }

  private static void checkTraffic(Field spec, String type) {
    Field external = spec.at("externalTrafficPolicy");
    boolean accessible =
        type.equals("LoadBalancer")
            || type.equals("NodePort")
            || (type.equals("ClusterIP") && !spec.at("externalIPs").isEmpty());
    if (accessible) {
      external.checkDeclared();
    } else if (!external.isEmpty()) {
      external.invalid("may only be set for externally-accessible services");
    }
    checkHealthPort(spec.at("healthCheckNodePort"), needsHealthCheck(spec));
    spec.checkDeclared("internalTrafficPolicy", "trafficDistribution");
  }

  private static boolean needsHealthCheck(Field spec) {
    return spec.at("type").is("LoadBalancer") && spec.at("externalTrafficPolicy").is("Local");
  }

  private static void checkHealthPort(Field port, boolean needed) {
    if (!needed && port.number() != 0) {
      port.invalid(
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    } else {
      port.checkDeclared();
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    Field spec = next.at("spec");
    Field before = old.at("spec");
    if (!hasDecidableAddresses(spec)) {
      return;
    }
    ServiceAddressRules.checkChange(spec, before);
    boolean balanced = spec.at("type").is("LoadBalancer");
    if (balanced && before.at("type").is("LoadBalancer")) {
      Field balancer = spec.at("loadBalancerClass");
      if (!balancer.alike(before.at("loadBalancerClass"))) {
        balancer.invalid("may not change once set");
      }
    }
    checkClass(spec.at("loadBalancerClass"), balanced);
    Field port = spec.at("healthCheckNodePort");
    if (needsHealthCheck(spec)
        && needsHealthCheck(before)
        && port.number() != before.at("healthCheckNodePort").number()) {
      port.forbidden("field is immutable");
    }
    check(next);
  }

  @Override
  public void checkStatus(Field next, Field old) {
    Field ingresses = next.at("status", "loadBalancer", "ingress");
    if (!next.at("spec", "type").is("LoadBalancer") && !ingresses.isEmpty()) {
      ingresses.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
      return;
    }
    ingresses.each(
        ingress -> {
          checkIngressAddress(ingress.at("ip"));
          checkIpMode(ingress.at("ipMode"), ingress.at("ip"));
          checkIngressHost(ingress.at("hostname"));
        });
  }

  /** Validates the address of a load balancer in the status of a Service or an Ingress. */
  static void checkIngressAddress(Field address) {
    if (!address.isEmpty()) {
      AddressRules.address(address);
    }
  }

  /** Validates the host name of a load balancer in the status of a Service or an Ingress. */
  static void checkIngressHost(Field host) {
    host.mayMatch(TextForm.SUBDOMAIN);
    if (IpText.parse(host.text()) != null) {
      host.invalid("must be a DNS name, not an IP address");
    }
  }

  private static void checkIpMode(Field mode, Field address) {
    if (mode.present() && address.isEmpty()) {
      mode.forbidden("may not be specified when `ip` is not set");
    } else {
      mode.mayBeOneOf(List.of("Proxy", "VIP"));
    }
  }
}
