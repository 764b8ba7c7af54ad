package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeviceClaimStrategyTest {
  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest claims =
      new ObjectsUnderTest(fixture, "resource.k8s.io", "resourceclaims");
  private final ObjectsUnderTest templates =
      new ObjectsUnderTest(fixture, "resource.k8s.io", "resourceclaimtemplates");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void namespace(String labels) {
    new ObjectsUnderTest(fixture, "", "namespaces")
        .create(
            "{'metadata':{'name':'%s','labels':{%s}}}"
                .formatted(ObjectsUnderTest.NAMESPACE, labels));
  }

  private static String spec(boolean administrative) {
    return ("'spec':{'devices':{'requests':[{'name':'a','exactly':{'deviceClassName':'d'}},"
            + "{'name':'b','exactly':{'deviceClassName':'d','adminAccess':%s}}]}}")
        .formatted(administrative);
  }

  private static String claim(boolean administrative) {
    return "{'metadata':{'name':'c'},%s}".formatted(spec(administrative));
  }

  private static String template(boolean administrative) {
    return "{'metadata':{'name':'t'},'spec':{%s}}".formatted(spec(administrative));
  }

  @Test
  void rejectsAdminAccessWithoutNamespaceLabel() {
    namespace("");
    String why =
        "spec.devices.requests[1].adminAccess: Forbidden: admin access to devices requires the"
            + " `resource.kubernetes.io/admin-access: true` label on the containing namespace";

    assertThatThrownBy(() -> claims.create(claim(true))).hasMessageContaining(why);
    assertThatThrownBy(() -> templates.create(template(true))).hasMessageContaining(why);
    claims.create(claim(false));
    templates.create(template(false));
  }

  @Test
  void acceptsAdminAccessInLabelledNamespace() {
    namespace("'resource.kubernetes.io/admin-access':'true'");

    assertThat(claims.create(claim(true)).at("/spec/devices/requests")).hasSize(2);
    assertThat(templates.create(template(true)).at("/spec/spec/devices/requests")).hasSize(2);
  }

  @Test
  void specIsImmutable() {
    namespace("");
    claims.create(claim(false));

    assertThatThrownBy(() -> claims.merge("c", claim(true)))
        .hasMessageContaining("field is immutable");
    claims.merge("c", "{'metadata':{'labels':{'a':'b'}}}");
  }

  @Test
  void dropsStatusOfDeallocatedDevices() {
    namespace("");
    claims.create(claim(false));
    String device = "'driver':'d','pool':'p','device':'%s'";
    String result = "{'request':'%s'," + device + "}";
    String given =
        "'allocation':{'devices':{'results':[%s,%s]}}"
            .formatted(result.formatted("a", "x"), result.formatted("b", "y"));
    String known = "'devices':[{%s},{%s}]".formatted(device.formatted("x"), device.formatted("y"));

    claims.update(
        "c", "status", "{'metadata':{'name':'c'},'status':{%s,%s}}".formatted(given, known));
    assertThat(claims.get("c").at("/status/devices")).hasSize(2);
    claims.update("c", "status", "{'metadata':{'name':'c'},'status':{%s}}".formatted(known));

    assertThat(claims.get("c").at("/status/devices").isMissing()).isTrue();
    assertThat(claims.get("c").at("/status/allocation").isMissing()).isTrue();
  }
}
