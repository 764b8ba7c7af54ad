package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StorageProtectionTest {
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String VOLUMES = "persistentvolumes";
  private static final String ATTRIBUTES = "volumeattributesclasses.storage.k8s.io";

  private final ServerFixture fixture = new ServerFixture(ControllerSettings.ALL);

  @AfterEach
  void close() {
    fixture.close();
  }

  private void claim(String name, String more) {
    fixture.create(
        CLAIMS,
        "default",
        """
        {"metadata":{"name":"%s"},"spec":{"accessModes":["ReadWriteOnce"],
         "resources":{"requests":{"storage":"1Gi"}}%s}}
        """
            .formatted(name, more));
  }

  private void pod(String name, String claim, String more) {
    fixture.create(
        "pods",
        "default",
        """
        {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"m","image":"a:1"}],
         "volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"%s"}}]%s}}
        """
            .formatted(name, claim, more));
  }

  @Test
  void deletesUnusedClaim() {
    claim("c", "");
    claim("other", "");
    pod("waiting", "c", "");
    pod("running", "other", ",\"nodeName\":\"n\"");

    fixture.delete(CLAIMS, "default", "c");

    soon().until(() -> !fixture.exists(CLAIMS, "default", "c"));
    assertThat(fixture.exists(CLAIMS, "default", "other")).isTrue();
  }

  @Test
  void keepsClaimWhileScheduledPodUsesIt() {
    claim("c", "");
    pod("running", "c", ",\"nodeName\":\"n\",\"terminationGracePeriodSeconds\":0");
    claim("probe", "");

    fixture.delete(CLAIMS, "default", "c");
    fixture.delete(CLAIMS, "default", "probe");

    // The controller reconciles one object after the other.
    soon().until(() -> !fixture.exists(CLAIMS, "default", "probe"));
    assertThat(fixture.get(CLAIMS, "default", "c").at("/metadata").has("deletionTimestamp"))
        .isTrue();

    fixture.delete("pods", "default", "running");

    soon().until(() -> !fixture.exists(CLAIMS, "default", "c"));
  }

  @Test
  void keepsVolumeWhileBound() throws Exception {
    for (String name : new String[] {"bound", "free"}) {
      fixture.create(
          VOLUMES,
          null,
          """
          {"metadata":{"name":"%s"},"spec":{"accessModes":["ReadWriteOnce"],
           "capacity":{"storage":"1Gi"},"hostPath":{"path":"/x"}}}
          """
              .formatted(name));
    }
    phase("Bound");

    fixture.delete(VOLUMES, null, "bound");
    fixture.delete(VOLUMES, null, "free");

    soon().until(() -> !fixture.exists(VOLUMES, null, "free"));
    assertThat(fixture.exists(VOLUMES, null, "bound")).isTrue();

    phase("Released");

    soon().until(() -> !fixture.exists(VOLUMES, null, "bound"));
  }

  private void phase(String phase) throws Exception {
    var answer =
        fixture.send(
            "PATCH",
            "/api/v1/persistentvolumes/bound/status",
            "application/merge-patch+json",
            "{\"status\":{\"phase\":\"%s\"}}".formatted(phase));
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void keepsVolumeAttributesClassWhileClaimUsesIt() {
    for (String name : new String[] {"fast", "slow"}) {
      fixture.create(
          ATTRIBUTES,
          null,
          """
          {"metadata":{"name":"%s"},"driverName":"x.io","parameters":{"k":"v"}}
          """
              .formatted(name));
    }
    claim("c", ",\"volumeAttributesClassName\":\"fast\"");

    fixture.delete(ATTRIBUTES, null, "fast");
    fixture.delete(ATTRIBUTES, null, "slow");

    soon().until(() -> !fixture.exists(ATTRIBUTES, null, "slow"));
    assertThat(fixture.exists(ATTRIBUTES, null, "fast")).isTrue();

    fixture.delete(CLAIMS, "default", "c");

    soon().until(() -> !fixture.exists(ATTRIBUTES, null, "fast"));
  }

  @Test
  void deletesNamespaceWithItsClaims() {
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"home\"}}");
    fixture.create(
        CLAIMS,
        "home",
        """
        {"metadata":{"name":"c"},"spec":{"accessModes":["ReadWriteOnce"],
         "resources":{"requests":{"storage":"1Gi"}}}}
        """);

    fixture.delete("namespaces", null, "home");

    soon().until(() -> !fixture.exists("namespaces", null, "home"));
  }
}
