package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every claim gets a volume of its own, and keeps it, whatever fails. */
final class ClaimsUnderFaultsTest {
  private static final int CLAIMS = 3;

  @Test
  void noVolumeHasTwoClaims() throws Exception {
    Seeds.forEach(
        ClaimsUnderFaultsTest.class,
        List.of("persistentvolumeclaims", "persistentvolumes", "storageclasses.storage.k8s.io"),
        ClaimsUnderFaultsTest::bind);
  }

  private static void bind(FaultyCluster cluster) throws Exception {
    var history = new History(cluster, Types.CLAIMS);
    cluster.create(
        Types.STORAGE_CLASSES,
        """
        {"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"fast"},
        "provisioner":"example.com/fast"}
        """);
    cluster.disturb(2);
    for (int i = 0; i < CLAIMS; i++) {
      cluster.create(Types.VOLUMES, volume(i));
      cluster.create(Types.CLAIMS, claim("static-" + i, ""));
      cluster.create(Types.CLAIMS, claim("provisioned-" + i, "fast"));
      cluster.disturb(3);
    }
    cluster.calm();

    cluster.eventually(
        () -> {
          List<ApiObject> claims = cluster.resources(Types.CLAIMS).list().items();
          return claims.size() == 2 * CLAIMS
              && claims.stream()
                  .allMatch(claim -> claim.status().path("phase").asText().equals("Bound"));
        });
    history.replay(new OwnVolumes());
    assertThat(cluster.resources(Types.VOLUMES).list().items())
        .hasSize(2 * CLAIMS)
        .extracting(volume -> volume.spec().at("/claimRef/uid").asText())
        .doesNotHaveDuplicates();
  }

  private static String volume(int number) {
    return """
    {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"volume-%1$d"},
    "spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
    "persistentVolumeReclaimPolicy":"Retain","hostPath":{"path":"/volume-%1$d"}}}
    """
        .formatted(number);
  }

  private static String claim(String name, String storageClass) {
    return """
    {"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s"},
    "spec":{"storageClassName":"%s","accessModes":["ReadWriteOnce"],
    "resources":{"requests":{"storage":"1Gi"}}}}
    """
        .formatted(name, storageClass);
  }

  /** Checks each state. */
  private static final class OwnVolumes implements History.Checker {
    @Override
    public void check(History.State state, ResourceType type, @Nullable ApiObject created) {
      var volumes = new ArrayList<String>();
      for (ApiObject claim : state.of(Types.CLAIMS)) {
        String volume = claim.spec().path("volumeName").asText();
        if (!volume.isEmpty()) {
          volumes.add(volume);
        }
        assertThat(claim.status().path("phase").asText()).isNotEqualTo("Lost");
      }
      assertThat(volumes).doesNotHaveDuplicates();
    }
  }
}
