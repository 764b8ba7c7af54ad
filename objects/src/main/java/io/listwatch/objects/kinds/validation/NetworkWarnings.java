package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.Set;

/** Warns about Services, Endpoints, EndpointSlices, Ingresses and NetworkPolicies. */
final class NetworkWarnings {
  private static final String OLD_CLASS = "kubernetes.io/ingress.class";
  private static final String OLD_HINTS = "service.kubernetes.io/topology-aware-hints";

  /** Controllers that always write canonical addresses. */
  private static final Set<String> WRITERS =
      Set.of("endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io");

  private NetworkWarnings() {}

  static void service(Field service, List<String> warnings) {
    Field spec = service.at("spec");
    boolean external = spec.at("type").is("ExternalName");
    boolean headless = spec.at("type").is("ClusterIP") && spec.at("clusterIP").is("None");
    boolean outside = !spec.at("externalIPs").isEmpty();
    if (service.at("metadata", "annotations", OLD_HINTS).present()) {
      warnings.add(
          "annotation %s is deprecated, please use service.kubernetes.io/topology-mode instead"
              .formatted(OLD_HINTS));
    }
    spec.at("clusterIPs").each(each -> AddressWarnings.address(each, warnings));
    if (headless) {
      ignored(spec, warnings);
    }
    spec.at("externalIPs").each(each -> AddressWarnings.address(each, warnings));
    if (outside && !headless && !external) {
      warnings.add(
          "spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    }
    AddressWarnings.address(spec.at("loadBalancerIP"), warnings);
    spec.at("loadBalancerSourceRanges").each(each -> AddressWarnings.network(each, warnings));
    if (external && outside) {
      warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!external && !spec.at("externalName").isEmpty()) {
      warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (spec.at("trafficDistribution").is("PreferClose")) {
      warnings.add(
          "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
  }

  /** Warns about fields that have no effect in a headless service. */
  private static void ignored(Field spec, List<String> warnings) {
    if (!spec.at("loadBalancerIP").isEmpty()) {
      warnings.add("spec.loadBalancerIP is ignored for headless services");
    }
    if (!spec.at("externalIPs").isEmpty()) {
      warnings.add("spec.externalIPs is ignored for headless services");
    }
    if (!spec.at("sessionAffinity").is("None")) {
      warnings.add("spec.SessionAffinity is ignored for headless services");
    }
  }

  static void endpoints(Field endpoints, List<String> warnings) {
    Field labels = endpoints.at("metadata", "labels");
    if (labels.at("endpoints.kubernetes.io/managed-by").is("endpoint-controller")) {
      return;
    }
    for (Field subset : endpoints.at("subsets").items()) {
      for (String kind : List.of("addresses", "notReadyAddresses")) {
        subset.at(kind).each(each -> AddressWarnings.address(each.at("ip"), warnings));
      }
    }
  }

  static void slice(Field slice, boolean isNew, List<String> warnings) {
    if (isNew && slice.at("addressType").is("FQDN")) {
      warnings.add("spec.addressType: FQDN endpoints are deprecated");
    }
    Field labels = slice.at("metadata", "labels");
    if (!WRITERS.contains(labels.at("endpointslice.kubernetes.io/managed-by").text())) {
      for (Field endpoint : slice.at("endpoints").items()) {
        endpoint.at("addresses").each(each -> AddressWarnings.address(each, warnings));
      }
    }
  }

  static void policy(Field policy, List<String> warnings) {
    policy.at("spec", "ingress").each(rule -> rule.at("from").each(peer -> peer(peer, warnings)));
    policy.at("spec", "egress").each(rule -> rule.at("to").each(peer -> peer(peer, warnings)));
  }

  private static void peer(Field peer, List<String> warnings) {
    AddressWarnings.network(peer.at("ipBlock", "cidr"), warnings);
    peer.at("ipBlock", "except").each(each -> AddressWarnings.network(each, warnings));
  }

  static void ingress(Field ingress, List<String> warnings) {
    boolean old = ingress.at("metadata", "annotations", OLD_CLASS).present();
    if (old && ingress.at("spec", "ingressClassName").absent()) {
      warnings.add(
          "annotation \"%s\" is deprecated, please use 'spec.ingressClassName' instead"
              .formatted(OLD_CLASS));
    }
  }

  /**
   * Warns about addresses of load balancers. kube-apiserver reports them at the entry, not at
   * {@code ip}.
   */
  static void reached(Field status, List<String> warnings) {
    for (Field each : status.at("loadBalancer", "ingress").items()) {
      AddressWarnings.address(each.at("ip").called(each.path()), warnings);
    }
  }
}
