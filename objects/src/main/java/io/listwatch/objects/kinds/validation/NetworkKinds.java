package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;
import static io.listwatch.objects.kinds.validation.WarningRules.onCreate;

import java.util.List;

/**
 * The rules of the kinds of the API groups {@code networking.k8s.io} and {@code discovery.k8s.io}.
 */
final class NetworkKinds {
  private NetworkKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("endpointslices.discovery.k8s.io", "discovery/v1.EndpointSlice")
            .validation(new EndpointRules.Slice())
            .warnings((slice, old, found) -> NetworkWarnings.slice(slice, old == null, found))
            .disabledFields("endpoints.*.deprecatedTopology")
            .build(),
        kind("ingressclasses.networking.k8s.io", "networking/v1.IngressClass")
            .validation(new IngressRules.IngressClass())
            .build(),
        kind("ingresses.networking.k8s.io", "networking/v1.Ingress")
            .validation(new IngressRules())
            .warnings(onCreate(NetworkWarnings::ingress))
            .statusWarnings(NetworkWarnings::reached)
            .build(),
        kind("ipaddresses.networking.k8s.io", "networking/v1.IPAddress")
            .validation(new RangeRules.Address())
            .build(),
        kind("networkpolicies.networking.k8s.io", "networking/v1.NetworkPolicy")
            .validation(new NetworkPolicyRules())
            .warnings(always(NetworkWarnings::policy))
            .build(),
        kind("servicecidrs.networking.k8s.io", "networking/v1.ServiceCIDR")
            .validation(new RangeRules.Cidr())
            .build());
  }
}
