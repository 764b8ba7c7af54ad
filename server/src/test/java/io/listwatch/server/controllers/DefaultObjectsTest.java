package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DefaultObjectsTest {
  private final ServerFixture fixture =
      new ServerFixture(ControllerSettings.ALL.withAuthority("a certificate"));

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void createsServiceAccountAndRootCaInEveryNamespace() {
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"a\"}}");

    soon().until(() -> fixture.exists("serviceaccounts", "a", "default"));
    soon().until(() -> fixture.exists("configmaps", "a", "kube-root-ca.crt"));
    soon().until(() -> fixture.exists("serviceaccounts", "kube-system", "default"));
    assertThat(authority("a")).isEqualTo("a certificate");
  }

  @Test
  void restoresDeletedOrChangedObjects() {
    soon().until(() -> fixture.exists("configmaps", "default", "kube-root-ca.crt"));

    fixture.delete("serviceaccounts", "default", "default");
    fixture.patch("configmaps", "default", "kube-root-ca.crt", "{\"data\":{\"ca.crt\":\"other\"}}");

    soon().until(() -> fixture.exists("serviceaccounts", "default", "default"));
    soon().until(() -> authority("default").equals("a certificate"));
  }

  @Test
  void createsSystemPriorityClasses() {
    soon()
        .until(
            () ->
                fixture.exists("priorityclasses.scheduling.k8s.io", null, "system-node-critical"));

    assertThat(value("system-node-critical")).isEqualTo(2_000_001_000);
    soon()
        .until(
            () ->
                fixture.exists(
                    "priorityclasses.scheduling.k8s.io", null, "system-cluster-critical"));
    assertThat(value("system-cluster-critical")).isEqualTo(2_000_000_000);
  }

  @Test
  void createsAndRestoresDefaultServiceCidr() {
    soon().until(() -> fixture.exists("servicecidrs.networking.k8s.io", null, "kubernetes"));

    fixture.delete("servicecidrs.networking.k8s.io", null, "kubernetes");

    soon().until(() -> fixture.exists("servicecidrs.networking.k8s.io", null, "kubernetes"));
    assertThat(
            fixture
                .get("servicecidrs.networking.k8s.io", null, "kubernetes")
                .at("/spec/cidrs/0")
                .asText())
        .isEqualTo("10.96.0.0/12");
  }

  @Test
  void serverWithoutTlsHasNoKubernetesService() {
    soon()
        .until(
            () ->
                fixture.exists(
                    "priorityclasses.scheduling.k8s.io", null, "system-cluster-critical"));

    assertThat(fixture.exists("services", "default", "kubernetes")).isFalse();
  }

  private String authority(String namespace) {
    return fixture
        .get("configmaps", namespace, "kube-root-ca.crt")
        .path("data")
        .path("ca.crt")
        .asText();
  }

  private int value(String priority) {
    return fixture.get("priorityclasses.scheduling.k8s.io", null, priority).path("value").asInt();
  }
}
