package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NetworkWarningsTest {
  private static JsonObject tree(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }

  private static List<String> of(String resource, String json) {
    return KindRules.of(resource).warnings(tree(json), null);
  }

  private static String odd(String place, String address, String better) {
    return "%s: IPv6 address \"%s\" should be in RFC 5952 canonical format (\"%s\")"
        .formatted(place, address, better);
  }

  @Test
  void whatAServiceWithoutAddressPassesOverIsTold() {
    assertThat(
            of(
                "services",
                "{'spec':{'type':'ClusterIP','clusterIP':'None','clusterIPs':['None'],"
                    + "'loadBalancerIP':'1.2.3.4','externalIPs':['1.2.3.4'],"
                    + "'sessionAffinity':'ClientIP'}}"))
        .containsExactly(
            "spec.loadBalancerIP is ignored for headless services",
            "spec.externalIPs is ignored for headless services",
            "spec.SessionAffinity is ignored for headless services");
  }

  @Test
  void whatServicesOfOtherTypesPassOverIsTold() {
    assertThat(
            of(
                "services",
                "{'spec':{'type':'ExternalName','externalName':'e','externalIPs':['1.2.3.4']}}"))
        .containsExactly("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    assertThat(of("services", "{'spec':{'type':'NodePort','externalName':'e'}}"))
        .containsExactly("spec.externalName is ignored when spec.type is not \"ExternalName\"");
  }

  @Test
  void oldWaysOfServicesAreTold() {
    String service =
        "{'metadata':{'annotations':{'service.kubernetes.io/topology-aware-hints':'auto'}},"
            + "'spec':{'type':'LoadBalancer','externalIPs':['1.2.3.4'],"
            + "'trafficDistribution':'PreferClose'}}";

    assertThat(of("services", service))
        .containsExactly(
            "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use"
                + " service.kubernetes.io/topology-mode instead",
            "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
            "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
  }

  @Test
  void addressesThatAreSpelledOddlyAreTold() {
    assertThat(
            of(
                "services",
                "{'spec':{'type':'LoadBalancer','clusterIPs':['10.0.0.1','fd00:0::1'],"
                    + "'loadBalancerIP':'2001:db8::','loadBalancerSourceRanges':['FD00::/8']}}"))
        .containsExactly(
            odd("spec.clusterIPs[1]", "fd00:0::1", "fd00::1"),
            "spec.loadBalancerSourceRanges[0]: IPv6 CIDR value \"FD00::/8\" should be in RFC 5952"
                + " canonical format (\"fd00::/8\")");
    assertThat(
            of(
                "endpoints",
                "{'subsets':[{'addresses':[{'ip':'::0001'}],'notReadyAddresses':[{'ip':'::1'}]}]}"))
        .containsExactly(odd("subsets[0].addresses[0].ip", "::0001", "::1"));
    assertThat(
            of(
                "networkpolicies.networking.k8s.io",
                "{'spec':{'egress':[{'to':[{'ipBlock':{'cidr':'::/0','except':['1:0:0::/48']}}]}]}}"))
        .containsExactly(
            "spec.egress[0].to[0].ipBlock.except[0]: IPv6 CIDR value \"1:0:0::/48\" should be in"
                + " RFC 5952 canonical format (\"1::/48\")");
  }

  @Test
  void slicesAreToldUnlessAControllerWroteThem() {
    String slice =
        "{'metadata':{'labels':{'endpointslice.kubernetes.io/managed-by':'%s'}},"
            + "'addressType':'IPv6','endpoints':[{'addresses':['A::']}]}";

    assertThat(of("endpointslices.discovery.k8s.io", slice.formatted("me")))
        .containsExactly(odd("endpoints[0].addresses[0]", "A::", "a::"));
    assertThat(
            of(
                "endpointslices.discovery.k8s.io",
                slice.formatted("endpointslice-controller.k8s.io")))
        .isEmpty();
    assertThat(
            of(
                "endpointslices.discovery.k8s.io",
                "{'addressType':'FQDN','endpoints':[{'addresses':['e.example']}]}"))
        .containsExactly("spec.addressType: FQDN endpoints are deprecated");
  }

  @Test
  void theOldWayToChooseAnIngressIsTold() {
    String named = "{'metadata':{'annotations':{'kubernetes.io/ingress.class':'c'}},'spec':{%s}}";

    assertThat(of("ingresses.networking.k8s.io", named.formatted("")))
        .containsExactly(
            "annotation \"kubernetes.io/ingress.class\" is deprecated, please use"
                + " 'spec.ingressClassName' instead");
    assertThat(of("ingresses.networking.k8s.io", named.formatted("'ingressClassName':'c'")))
        .isEmpty();
  }
}
