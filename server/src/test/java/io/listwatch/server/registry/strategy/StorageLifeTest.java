package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Persistent volume claims: expansion, data sources and protection finalizers. */
final class StorageLifeTest {
  private final VerbsFixture fixture = VerbsFixture.withDefaults();
  private final ObjectsUnderTest claims =
      new ObjectsUnderTest(fixture, "", "persistentvolumeclaims");
  private final ObjectsUnderTest classes =
      new ObjectsUnderTest(fixture, "storage.k8s.io", "storageclasses");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonValue claim(String name, String storageClass) {
    return claims.create(
        ("{'metadata':{'name':'%s'},'spec':{'storageClassName':'%s',"
                + "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}")
            .formatted(name, storageClass));
  }

  private void bind(String name) {
    claims.update(
        name,
        "status",
        "{'metadata':{'name':'%s'},'status':{'phase':'Bound','capacity':{'storage':'1Gi'}}}"
            .formatted(name));
  }

  private void grow(String name, String size) {
    claims.merge(name, "{'spec':{'resources':{'requests':{'storage':'%s'}}}}".formatted(size));
  }

  @Test
  void boundClaimGrowsIfItsClassAllowsExpansion() {
    classes.create(
        "{'metadata':{'name':'open'},'provisioner':'x.io/p','allowVolumeExpansion':true}");
    claim("c", "open");
    bind("c");

    grow("c", "2Gi");

    assertThat(claims.get("c").at("/spec/resources/requests/storage").asText()).isEqualTo("2Gi");
  }

  @Test
  void rejectsGrowthIfClassForbidsExpansion() {
    classes.create("{'metadata':{'name':'fixed'},'provisioner':'x.io/p'}");
    for (String each : new String[] {"fixed", "absent", ""}) {
      String name = "c-" + each + "-x";
      claim(name, each);
      bind(name);

      assertThatThrownBy(() -> grow(name, "2Gi"))
          .hasMessage(
              "Forbidden: persistentvolumeclaims \"%s\" is forbidden: only dynamically provisioned"
                  + " pvc can be resized and the storageclass that provisions the pvc must support"
                  + " resize",
              name);
      grow(name, "1024Mi");
    }
  }

  @Test
  void rejectsGrowthOfUnboundClaim() {
    classes.create(
        "{'metadata':{'name':'open'},'provisioner':'x.io/p','allowVolumeExpansion':true}");
    claim("c", "open");

    assertThatThrownBy(() -> grow("c", "2Gi")).hasMessageContaining("spec is immutable");
  }

  @Test
  void updateMayOmitDataSourceRef() {
    String filled =
        "{'metadata':{'name':'c'},'spec':{'accessModes':['ReadWriteOnce'],'storageClassName':'',"
            + "'dataSource':{'kind':'PersistentVolumeClaim','name':'other'},"
            + "'resources':{'requests':{'storage':'1Gi'}}}}";
    claims.create(filled);

    claims.update("c", "", filled);

    assertThat(claims.get("c").at("/spec/dataSourceRef/name").asText()).isEqualTo("other");
  }

  @Test
  void dropsUnsupportedDataSource() {
    String filled =
        "{'metadata':{'name':'c'},'spec':{'accessModes':['ReadWriteOnce'],"
            + "'%s':{'apiGroup':'example.com','kind':'Any','name':'x'%s},"
            + "'resources':{'requests':{'storage':'1Gi'}}}}";

    JsonValue old = claims.create(filled.formatted("dataSource", "")).path("spec");
    assertThat(old.has("dataSource") || old.has("dataSourceRef")).isFalse();

    String elsewhere = filled.formatted("dataSourceRef", ",'namespace':'n'").replace("'c'", "'d'");
    assertThat(claims.create(elsewhere).path("spec").has("dataSourceRef")).isFalse();

    String any = filled.formatted("dataSourceRef", "").replace("'c'", "'e'");
    assertThat(claims.create(any).at("/spec/dataSource/kind").asText()).isEqualTo("Any");
  }

  @Test
  void updateDropsUnsupportedDataSource() {
    claim("c", "any");

    claims.merge("c", "{'spec':{'dataSource':{'kind':'Any','name':'x'}}}");

    JsonValue spec = claims.get("c").path("spec");
    assertThat(spec.has("dataSource") || spec.has("dataSourceRef")).isFalse();
  }

  @Test
  void newStorageObjectsGetProtectionFinalizer() {
    String volume =
        "{'metadata':{'name':'v','finalizers':['example.com/own']},'spec':{'accessModes':"
            + "['ReadWriteOnce'],'capacity':{'storage':'1Gi'},'hostPath':{'path':'/x'}}}";
    String attributes = "{'metadata':{'name':'a'},'driverName':'x.io','parameters':{'k':'v'}}";

    assertThat(claim("c", "").at("/metadata/finalizers"))
        .hasToString("[\"kubernetes.io/pvc-protection\"]");
    assertThat(
            new ObjectsUnderTest(fixture, "", "persistentvolumes")
                .create(volume)
                .at("/metadata/finalizers"))
        .hasToString("[\"example.com/own\",\"kubernetes.io/pv-protection\"]");
    assertThat(
            new ObjectsUnderTest(fixture, "storage.k8s.io", "volumeattributesclasses")
                .create(attributes)
                .at("/metadata/finalizers"))
        .hasToString("[\"kubernetes.io/vac-protection\"]");
  }

  @Test
  void removedProtectionFinalizerIsNotAddedAgain() {
    claim("c", "");

    claims.merge("c", "{'metadata':{'finalizers':null}}");

    assertThat(claims.get("c").path("metadata").has("finalizers")).isFalse();
  }
}
