package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.endpoints;
import static io.listwatch.objects.kinds.validation.ValidObjects.ingress;
import static io.listwatch.objects.kinds.validation.ValidObjects.networkPolicy;
import static io.listwatch.objects.kinds.validation.ValidObjects.service;
import static io.listwatch.objects.kinds.validation.ValidObjects.slice;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services, what is behind them, and who may reach them. */
final class NetworkRulesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          /spec/ports               | []           | spec.ports: Required value
          /spec/ports/0/port        | 0            | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
          /spec/ports/0/targetPort  | '-x'         | spec.ports[0].targetPort: Invalid value: "-x": must not begin or end with a hyphen
          /spec/ports/0/nodePort    | 30000        | spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'
          /spec/ports/1             | {'name':'web','port':81,'protocol':'TCP'} | spec.ports[1].name: Duplicate value: "web"
          /spec/ports/1             | {'port':81,'protocol':'TCP'} | spec.ports[1].name: Required value
          /spec/ports/1             | {'name':'b','port':80,'protocol':'TCP'} | spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}
          /spec/type                | 'Maybe'      | spec.type: Unsupported value: "Maybe": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
          /spec/sessionAffinity     | 'Maybe'      | spec.sessionAffinity: Unsupported value: "Maybe": supported values: "ClientIP", "None"
          /spec/clusterIP           | '10.0.0.2'   | spec.clusterIPs: Invalid value: ["10.0.0.1"]: first value must match `clusterIP`
          /spec/ipFamilies          | ['IPv6']     | spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`
          /spec/externalIPs         | ['127.0.0.1'] | spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)
          /spec/loadBalancerClass   | 'a'          | spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'
          /spec/externalTrafficPolicy | 'Local'    | spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services
          /spec/trafficDistribution | 'Far'        | spec.trafficDistribution: Unsupported value: "Far": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"
          """)
  void saysWhatIsWrongWithAService(String pointer, String value, String fault) {
    assertThat(service().with(pointer, value).faults()).containsExactly(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          10.0.0.1     |
          2001:db8::1  |
          ::           |
          1:0:2:0:3:4:5:6 |
          1:0:0:2:0:0:0:3 | must be in canonical form ("1:0:0:2::3")
          FE80::1      | must be in canonical form ("fe80::1")
          010.0.0.1    | must not have leading 0s
          nope         | must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
          """)
  void anAddressInUseIsNamedAfterItself(String name, String fault) {
    CheckedObject address =
        ValidObjects.object(
                "ipaddresses.networking.k8s.io",
                "'spec':{'parentRef':{'resource':'services','namespace':'a','name':'b'}}")
            .with("/metadata/name", "'" + name + "'");

    if (fault == null) {
      assertThat(address.faults()).isEmpty();
    } else {
      assertThat(address.faults())
          .containsExactly("metadata.name: Invalid value: \"%s\": %s".formatted(name, fault));
    }
  }

  @Test
  void anAddressInUseSaysByWhom() {
    CheckedObject address =
        ValidObjects.object("ipaddresses.networking.k8s.io", "'spec':{}")
            .with("/metadata/name", "'10.0.0.1'");

    assertThat(address.faults()).containsExactly("spec.parentRef: Required value");
    assertThat(address.with("/spec/parentRef", "{}").faults())
        .containsExactly(
            "spec.parentRef.resource: Required value", "spec.parentRef.name: Required value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          []                             | spec.cidrs: Required value: at least one CIDR required
          ['nope']                       | spec.cidrs[0]: Invalid value: "nope": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
          ['10.1.0.1/24']                | spec.cidrs[0]: Invalid value: "10.1.0.1/24": must not have bits set beyond the prefix length
          ['10.1.0.0/24','10.2.0.0/24']  | spec.cidrs: Invalid value: ["10.1.0.0/24","10.2.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64
          """)
  void saysWhatIsWrongWithARangeOfAddresses(String ranges, String fault) {
    CheckedObject range =
        ValidObjects.object(
            "servicecidrs.networking.k8s.io", "'spec':{'cidrs':['10.1.0.0/24','fd00::/64']}");

    assertThat(range.faults()).isEmpty();
    assertThat(range.with("/spec/cidrs", ranges).faults()).containsExactly(fault);
  }

  @Test
  void theAddressOfAServiceIsForEver() {
    CheckedObject moved =
        service().with("/spec/clusterIP", "'10.0.0.2'").with("/spec/clusterIPs", "['10.0.0.2']");

    assertThat(moved.faultsAfter(service()))
        .containsExactly(
            "spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set");
  }

  @Test
  void ofAddressesThatCannotBeNothingElseIsTold() {
    CheckedObject wrong =
        service()
            .with("/spec/ports", "[]")
            .with("/spec/clusterIP", "'x'")
            .with("/spec/clusterIPs", "['x']");

    assertThat(wrong.faults())
        .containsExactly(
            "spec.clusterIPs[0]: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7"
                + " or 2001:db8::ffff)");
    assertThat(wrong.faultsAfter(service())).isEqualTo(wrong.faults());
  }

  @Test
  void thePortBehindAPortIsOneToo() {
    assertThat(
            service()
                .with("/spec/ports/0/port", "0")
                .with("/spec/ports/0/targetPort", "0")
                .faults())
        .containsExactly(
            "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
            "spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive");
  }

  @Test
  void externalNamesAreDomainsWithoutAddresses() {
    CheckedObject external =
        ValidObjects.object("services", "'spec':{'type':'ExternalName','sessionAffinity':'None'}");

    assertThat(external.faults()).containsExactly("spec.externalName: Required value");
    assertThat(external.with("/spec/externalName", "'a.example.'").faults()).isEmpty();
    assertThat(service().with("/spec/type", "'ExternalName'").faults())
        .containsExactly(
            "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
            "spec.ipFamilies: Forbidden: may not be set for ExternalName services",
            "spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services",
            "spec.externalName: Required value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          /spec/rules                              | []           | spec: Invalid value: []: either `defaultBackend` or `rules` must be specified
          /spec/rules/0/host                       | '1.2.3.4'    | spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address
          /spec/rules/0/http/paths                 | []           | spec.rules[0].http.paths: Required value
          /spec/rules/0/http/paths/0/pathType      | null         | spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified
          /spec/rules/0/http/paths/0/pathType      | 'Fuzzy'      | spec.rules[0].http.paths[0].pathType: Unsupported value: "Fuzzy": supported values: "Exact", "ImplementationSpecific", "Prefix"
          /spec/rules/0/http/paths/0/path          | '/a//b'      | spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'
          /spec/rules/0/http/paths/0/backend       | {}           | spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required
          /spec/rules/0/http/paths/0/backend/service/port | {}    | spec.rules[0].http.paths[0].backend: Required value: port name or number is required
          """)
  void saysWhatIsWrongWithAnIngress(String pointer, String value, String fault) {
    assertThat(ingress().with(pointer, value).faults()).containsExactly(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          /spec/policyTypes/0                      | 'Both'       | spec.policyTypes[0]: Unsupported value: "Both": supported values: "Ingress", "Egress"
          /spec/ingress/0/ports/0/endPort          | 10           | spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`
          /spec/ingress/0/from/1                   | {}           | spec.ingress[0].from[1]: Required value: must specify a peer
          /spec/ingress/0/from/0/podSelector       | {}           | spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer
          /spec/ingress/0/from/0/ipBlock/cidr      | '10.0.0.0'   | spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
          /spec/ingress/0/from/0/ipBlock/except/0  | '11.0.0.0/16' | spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`
          """)
  void saysWhatIsWrongWithANetworkPolicy(String pointer, String value, String fault) {
    assertThat(networkPolicy().with(pointer, value).faults()).containsExactly(fault);
  }

  @Test
  void endpointsCanBeReached() {
    assertThat(endpoints().with("/subsets/0/addresses/0/ip", "'169.254.1.1'").faults())
        .containsExactly(
            "subsets[0].addresses[0].ip: Invalid value: \"169.254.1.1\": may not be in the"
                + " link-local range (169.254.0.0/16, fe80::/10)");
    assertThat(slice().with("/endpoints/0/addresses", "[]").faults())
        .containsExactly("endpoints[0].addresses: Required value: must contain at least 1 address");
    assertThat(slice().with("/ports/0/protocol", "''").faults())
        .containsExactly(
            "ports[0].protocol: Unsupported value: \"\": supported values: \"SCTP\", \"TCP\","
                + " \"UDP\"");
    CheckedObject newer = slice().with("/addressType", "'IPv6'");
    assertThat(newer.with("/endpoints/0/addresses", "['FD00::1']").faults())
        .containsExactly(
            "endpoints[0].addresses[0]: Invalid value: \"FD00::1\": must be in canonical form"
                + " (\"fd00::1\")");
    assertThat(slice().with("/addressType", "'IPv6'").faultsAfter(slice()))
        .containsExactly(
            "endpoints[0].addresses: Invalid value: \"10.1.2.3\": must be an IPv6 address",
            "addressType: Invalid value: \"IPv6\": field is immutable");
  }
}
