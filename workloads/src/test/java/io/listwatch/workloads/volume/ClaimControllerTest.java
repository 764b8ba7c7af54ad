package io.listwatch.workloads.volume;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.volume.ClaimController.CLAIMS;
import static io.listwatch.workloads.volume.VolumeReader.CLASSES;
import static io.listwatch.workloads.volume.VolumeReader.VOLUMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture()
          .run("persistent-volume-binder", ClaimController::create)
          .run("persistent-volume-binder", VolumeController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void bindsClaimToMatchingVolume() throws InterruptedException {
    createClaim("");
    eventually(() -> cluster.eventReasons("data").contains("FailedBinding"));

    cluster.create(
        VOLUMES,
        """
        {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"disk"},"spec":\
        {"capacity":{"storage":"2Gi"},"accessModes":["ReadWriteOnce"],"storageClassName":"",\
        "hostPath":{"path":"/disk"}}}\
        """);

    eventually(() -> claimPhase().equals("Bound"));
    eventually(() -> volumePhase("disk").equals("Bound"));
    ApiObject claim = cluster.get(CLAIMS, "data");
    assertThat(claim.spec().path("volumeName").asText()).isEqualTo("disk");
    assertThat(claim.status().at("/capacity/storage").asText()).isEqualTo("2Gi");

    assertThat(cluster.resources(CLAIMS).delete("data")).isTrue();

    eventually(() -> volumePhase("disk").equals("Released"));
  }

  @Test
  void provisionsVolumeOfStorageClassAndDeletesItWithTheClaim() throws InterruptedException {
    createClass("Immediate");
    createClaim("fast");

    eventually(() -> claimPhase().equals("Bound"));
    assertThat(cluster.list(VOLUMES)).hasSize(1);

    assertThat(cluster.resources(CLAIMS).delete("data")).isTrue();

    eventually(() -> cluster.list(VOLUMES).isEmpty());
  }

  @Test
  void waitsForFirstConsumer() throws InterruptedException {
    createClass("WaitForFirstConsumer");
    createClaim("fast");
    eventually(() -> cluster.eventReasons("data").contains("WaitForFirstConsumer"));
    assertThat(cluster.list(VOLUMES)).isEmpty();

    cluster.create(
        Types.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"nodeName":"node-1",\
        "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"data"}}],\
        "containers":[{"name":"main","image":"x"}]}}\
        """);

    eventually(() -> claimPhase().equals("Bound"));
  }

  private void createClass(String bindingMode) throws InterruptedException {
    cluster.create(
        CLASSES,
        """
        {"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"fast"},\
        "provisioner":"example.com/disks","volumeBindingMode":"%s"}\
        """
            .formatted(bindingMode));
  }

  private void createClaim(String storageClass) throws InterruptedException {
    cluster.create(
        CLAIMS,
        """
        {"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"data"},"spec":\
        {"storageClassName":"%s","accessModes":["ReadWriteOnce"],"resources":{"requests":\
        {"storage":"1Gi"}}}}\
        """
            .formatted(storageClass));
  }

  private String claimPhase() throws InterruptedException {
    return VolumeReader.phase(cluster.get(CLAIMS, "data"));
  }

  private String volumePhase(String name) throws InterruptedException {
    return VolumeReader.phase(cluster.get(VOLUMES, name));
  }
}
