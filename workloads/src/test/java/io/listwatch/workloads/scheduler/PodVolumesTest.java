package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.scheduler.SchedulerObjects.node;
import static io.listwatch.workloads.scheduler.SchedulerObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.Patch;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The claims of pods, as the informers of the scheduler have them. */
final class PodVolumesTest {
  private static final ControllerFixture CLUSTER = new ControllerFixture();
  private static final NodeState EAST = node("east", "east", "{}");
  private static final NodeState WEST = node("west", "west", "{}");

  private static PodVolumes volumes;

  @BeforeAll
  static void createVolumesAndClaims() throws InterruptedException {
    createClass("local", "kubernetes.io/no-provisioner");
    createClass("late", "example.com/late");
    createVolume("in-east", "bound", "east");
    createVolume("free-in-west", "local", "west");
    CLUSTER
        .resources(Types.VOLUMES)
        .subresource("status")
        .patch("free-in-west", Patch.merge("{\"status\":{\"phase\":\"Available\"}}"));
    createClaim("bound", "\"volumeName\":\"in-east\",\"storageClassName\":\"bound\"");
    createClaim("lost", "\"volumeName\":\"gone\",\"storageClassName\":\"bound\"");
    createClaim("local", "\"storageClassName\":\"local\"");
    createClaim("late", "\"storageClassName\":\"late\"");
    createClaim("plain", "\"storageClassName\":\"\"");
    var context = new AtomicReference<ControllerContext>();
    CLUSTER.run(
        "scheduler",
        given -> {
          context.set(given);
          return given
              .controller(key -> Reconciliation.done())
              .watching(given.informer(Types.CLAIMS), View::key)
              .watching(given.informer(Types.VOLUMES), View::key)
              .watching(given.informer(Types.STORAGE_CLASSES), View::key)
              .build();
        });
    volumes = new PodVolumes(context.get());
    eventually(
        () ->
            context.get().all(Types.CLAIMS).size() == 5
                && context.get().all(Types.STORAGE_CLASSES).size() == 2
                && context.get().all(Types.VOLUMES).stream()
                        .filter(each -> !each.status().path("phase").asText().isEmpty())
                        .count()
                    == 2);
  }

  @AfterAll
  static void close() {
    CLUSTER.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bound   | ''                                                     | node(s) didn't match PersistentVolume's node affinity
          local   | node(s) didn't find available persistent volumes to bind | ''
          late    | ''                                                     | ''
          plain   | ''                                                     | ''
          lost    | ''                                                     | ''
          missing | ''                                                     | ''
          """)
  void volumesOfTheClaimRestrictTheNodes(String claim, String east, String west) {
    List<ApiObject> claims = volumes.claims(podWith(claim));

    assertThat(volumes.rejection(claims, EAST).orElse("")).isEqualTo(east);
    assertThat(volumes.rejection(claims, WEST).orElse("")).isEqualTo(west);
  }

  @Test
  void claimThatWaitsForItsFirstConsumerGetsTheSelectedNode() throws InterruptedException {
    assertThat(volumes.request(volumes.claims(podWith("late")), "west")).isTrue();

    assertThat(CLUSTER.get(Types.CLAIMS, "late").annotation("volume.kubernetes.io/selected-node"))
        .contains("west");
    assertThat(volumes.request(volumes.claims(podWith("plain")), "west")).isFalse();
  }

  private static ApiObject podWith(String claim) {
    return pod(
        "p",
        "web",
        "{\"volumes\":[{\"name\":\"tmp\",\"emptyDir\":{}},{\"name\":\"data\","
            + "\"persistentVolumeClaim\":{\"claimName\":\"%s\"}}]}".formatted(claim));
  }

  private static void createClass(String name, String provisioner) throws InterruptedException {
    var unused =
        CLUSTER.create(
            Types.STORAGE_CLASSES,
            """
            {"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"%s"},
            "provisioner":"%s","volumeBindingMode":"WaitForFirstConsumer"}
            """
                .formatted(name, provisioner));
  }

  private static void createVolume(String name, String storageClass, String zone)
      throws InterruptedException {
    var unused =
        CLUSTER.create(
            Types.VOLUMES,
            """
            {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"%s"},"spec":{
            "capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
            "storageClassName":"%s","hostPath":{"path":"/tmp/x"},
            "nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[
            {"key":"zone","operator":"In","values":["%s"]}]}]}}}}
            """
                .formatted(name, storageClass, zone));
  }

  private static void createClaim(String name, String more) throws InterruptedException {
    var unused =
        CLUSTER.create(
            Types.CLAIMS,
            """
            {"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s"},"spec":{
            "accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}},%s}}
            """
                .formatted(name, more));
  }
}
