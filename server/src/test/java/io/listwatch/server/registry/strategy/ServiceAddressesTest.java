package io.listwatch.server.registry.strategy;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ServiceAddressesTest {
  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest services = new ObjectsUnderTest(fixture, "", "services");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonValue create(String name, String spec) {
    return services
        .create("{'metadata':{'name':'%s'},'spec':%s}".formatted(name, spec))
        .path("spec");
  }

  @Test
  void everyServiceGetsItsOwnClusterIp() {
    Set<String> addresses = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      JsonValue spec = create("s" + i, "{'ports':[{'port':80}]}");
      assertThat(spec.path("clusterIPs").path(0)).isEqualTo(spec.path("clusterIP"));
      addresses.add(spec.path("clusterIP").asText());
    }

    assertThat(addresses).hasSize(20).allMatch(ServiceRanges::contains);
  }

  @Test
  void rejectsAllocatedClusterIpUntilItsServiceIsDeleted() {
    create("a", "{'clusterIP':'10.96.0.10','ports':[{'port':80}]}");

    assertThatThrownBy(() -> create("b", "{'clusterIP':'10.96.0.10','ports':[{'port':80}]}"))
        .hasMessage(
            "Invalid: Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.96.0.10\"]:"
                + " failed to allocate IP 10.96.0.10: provided IP is already allocated");

    services.delete("a");
    JsonValue spec = create("b", "{'clusterIP':'10.96.0.10','ports':[{'port':80}]}");
    assertThat(spec.path("clusterIP").asText()).isEqualTo("10.96.0.10");
  }

  @Test
  void rejectsClusterIpAndNodePortOutOfRange() {
    assertThatThrownBy(() -> create("b", "{'clusterIP':'10.1.0.1','ports':[{'port':80}]}"))
        .hasMessageContaining("The range of valid IPs is 10.96.0.0/12");
    assertThatThrownBy(() -> create("b", "{'type':'NodePort','ports':[{'port':80,'nodePort':80}]}"))
        .hasMessage(
            "Invalid: Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided"
                + " port is not in the valid range. The range of valid ports is 30000-32767");
  }

  @Test
  void nodePortsAreAllocatedOnce() {
    String spec = "{'type':'NodePort','ports':[{'name':'a','port':80},{'name':'b','port':81}]}";
    Set<Integer> ports = new HashSet<>();
    for (String name : new String[] {"x", "y"}) {
      create(name, spec).path("ports").forEach(each -> ports.add(each.path("nodePort").asInt()));
    }

    assertThat(ports).hasSize(4).allMatch(port -> port >= 30_000 && port <= 32_767);
    int taken = ports.iterator().next();
    assertThatThrownBy(
            () ->
                create(
                    "z",
                    "{'type':'NodePort','ports':[{'port':80,'nodePort':%d}]}".formatted(taken)))
        .hasMessageEndingWith("provided port is already allocated");
  }

  @Test
  void updateKeepsOmittedAddresses() {
    JsonValue before = create("a", "{'type':'NodePort','ports':[{'port':80}]}");

    String next =
        "{'metadata':{'name':'a'},'spec':{'type':'NodePort','selector':{'a':'b'},"
            + "'ports':[{'name':'a','port':80},{'name':'b','port':81}]}}";
    JsonValue after = tree(services.update("a", "", next).object()).path("spec");

    assertThat(after.path("clusterIP")).isEqualTo(before.path("clusterIP"));
    assertThat(after.path("ipFamilies")).isEqualTo(before.path("ipFamilies"));
    assertThat(after.at("/ports/0/nodePort")).isEqualTo(before.at("/ports/0/nodePort"));
    assertThat(after.at("/ports/1/nodePort").asInt()).isGreaterThanOrEqualTo(30_000);
  }

  @Test
  void clusterIpIsImmutable() {
    create("a", "{'clusterIP':'10.96.0.10','ports':[{'port':80}]}");

    assertThatThrownBy(() -> services.merge("a", "{'spec':{'clusterIP':'10.96.0.11'}}"))
        .hasMessage(
            "Invalid: Service \"a\" is invalid: spec.clusterIPs[0]: Invalid value:"
                + " [\"10.96.0.11\"]: may not change once set");
  }

  @Test
  void typeChangeAllocatesAndReleasesAddresses() {
    create("a", "{'ports':[{'port':80}]}");

    JsonValue outside = tree(services.merge("a", "{'spec':{'type':'NodePort'}}").object());
    assertThat(outside.at("/spec/ports/0/nodePort").asInt()).isGreaterThanOrEqualTo(30_000);

    JsonValue inside = tree(services.merge("a", "{'spec':{'type':'ClusterIP'}}").object());
    assertThat(inside.at("/spec/ports/0").has("nodePort")).isFalse();
    assertThat(inside.path("spec").has("externalTrafficPolicy")).isFalse();

    String external = "{'spec':{'type':'ExternalName','externalName':'example.com'}}";
    JsonValue named = tree(services.merge("a", external).object());
    assertThat(named.path("spec").has("clusterIP")).isFalse();

    JsonValue again = tree(services.merge("a", "{'spec':{'type':'ClusterIP'}}").object());
    assertThat(again.at("/spec/clusterIP").asText()).matches(ServiceRanges::contains);
  }

  @Test
  void headlessAndExternalNameServicesGetNoClusterIp() {
    JsonValue headless = create("a", "{'clusterIP':'None','selector':{'a':'b'}}");
    JsonValue external = create("b", "{'type':'ExternalName','externalName':'example.com'}");

    assertThat(headless.path("clusterIPs")).hasToString("[\"None\"]");
    assertThat(headless.path("ipFamilies")).hasToString("[\"IPv4\"]");
    assertThat(external.has("clusterIP")).isFalse();
    assertThat(external.has("ipFamilies")).isFalse();
  }

  @Test
  void rejectsClusterIpOfExternalNameService() {
    String external =
        "{'type':'ExternalName','externalName':'example.com','clusterIP':'10.96.0.9'}";

    assertThatThrownBy(() -> create("a", external))
        .hasMessageContaining(
            "spec.clusterIPs: Forbidden: may not be set for ExternalName services");
  }

  @Test
  void rejectsUnconfiguredIpFamily() {
    assertThatThrownBy(
            () -> create("a", "{'ipFamilyPolicy':'RequireDualStack','ports':[{'port':1}]}"))
        .hasMessageEndingWith(
            "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not"
                + " configured for dual-stack services");
    assertThatThrownBy(() -> create("a", "{'ipFamilies':['IPv6'],'ports':[{'port':1}]}"))
        .hasMessageEndingWith(
            "spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster");
    assertThatThrownBy(() -> create("a", "{'clusterIP':'fd00::1','ports':[{'port':1}]}"))
        .hasMessageEndingWith(
            "spec.clusterIPs[0]: Invalid value: [\"fd00::1\"]: IPv6 is not configured on this"
                + " cluster");
    assertThatThrownBy(() -> create("a", "{'ipFamilies':['IPv4','IPv6'],'ports':[{'port':1}]}"))
        .hasMessageEndingWith(
            "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or"
                + " 'PreferDualStack' when multiple IP families are specified");
  }

  @Test
  void preferDualStackGetsTheConfiguredFamily() {
    JsonValue spec = create("a", "{'ipFamilyPolicy':'PreferDualStack','ports':[{'port':1}]}");

    assertThat(spec.path("ipFamilies")).hasToString("[\"IPv4\"]");
    assertThat(spec.path("clusterIPs")).hasSize(1);
  }

  @Test
  void headlessServiceWithoutSelectorMayUseAnyIpFamily() {
    JsonValue open = create("a", "{'clusterIP':'None','ports':[{'port':1}]}");
    JsonValue newer = create("b", "{'clusterIP':'None','ipFamilies':['IPv6']}");

    assertThat(open.path("ipFamilies")).hasToString("[\"IPv4\",\"IPv6\"]");
    assertThat(newer.path("ipFamilies")).hasToString("[\"IPv6\",\"IPv4\"]");
    assertThat(newer.path("ipFamilyPolicy").asText()).isEqualTo("RequireDualStack");
  }

  @Test
  void dryRunAllocatesNothing() {
    var rehearsal = new WriteOptions("tester", true, FieldValidation.WARN, false);
    String json =
        "{'metadata':{'name':'a'},'spec':{'type':'NodePort',"
            + "'ports':[{'name':'a','port':80},{'name':'b','port':81}]}}";

    JsonValue first = tree(services.create(json, rehearsal).object());
    JsonValue second = services.create(json);

    assertThat(second.at("/spec")).isEqualTo(first.at("/spec"));
    assertThat(first.at("/spec/ports/1/nodePort")).isNotEqualTo(first.at("/spec/ports/0/nodePort"));
  }
}
