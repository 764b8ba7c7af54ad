package io.listwatch.workloads.statefulset;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.statefulset.StatefulSetController.STATEFUL_SETS;
import static io.listwatch.workloads.volume.ClaimController.CLAIMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.history.RevisionHistory;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatefulSetControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("statefulset-controller", StatefulSetController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void startsPodsInOrderAndStopsThemInReverse() throws InterruptedException {
    create(2, "");

    assertThat(names(cluster.awaitPods(1))).containsExactly("web-0");
    cluster.ready("web-0");
    assertThat(names(cluster.awaitPods(2))).containsExactly("web-0", "web-1");
    cluster.ready("web-1");
    eventually(() -> status().path("availableReplicas").asInt() == 2);
    assertThat(status().path("currentRevision")).isEqualTo(status().path("updateRevision"));
    assertThat(status().path("observedGeneration").asInt()).isEqualTo(1);

    cluster.patch(STATEFUL_SETS, "web", "{\"spec\":{\"replicas\":1}}");

    assertThat(names(cluster.awaitPods(1))).containsExactly("web-0");
    eventually(() -> cluster.eventReasons("web").contains("SuccessfulDelete"));
  }

  @Test
  void podsHaveStableIdentityAndClaims() throws InterruptedException {
    create(1, "");

    ApiObject pod = cluster.awaitPods(1).get(0);

    assertThat(pod.spec().path("hostname").asText()).isEqualTo("web-0");
    assertThat(pod.spec().path("subdomain").asText()).isEqualTo("web");
    assertThat(pod.labelMap())
        .containsEntry("statefulset.kubernetes.io/pod-name", "web-0")
        .containsEntry("apps.kubernetes.io/pod-index", "0");
    assertThat(pod.spec().at("/volumes/0/persistentVolumeClaim/claimName").asText())
        .isEqualTo("data-web-0");
    assertThat(names(cluster.list(CLAIMS))).containsExactly("data-web-0");
  }

  @Test
  void rollingUpdateReplacesPodsFromTheHighestOrdinalDownToPartition() throws InterruptedException {
    create(2, "\"podManagementPolicy\":\"Parallel\",");
    cluster.awaitPods(2);
    cluster.ready("web-0");
    cluster.ready("web-1");
    eventually(() -> status().path("currentReplicas").asInt() == 2);
    String before = cluster.get(Types.PODS, "web-0").uid();

    cluster.patch(
        STATEFUL_SETS,
        "web",
        """
        {"spec":{"updateStrategy":{"rollingUpdate":{"partition":1}},"template":\
        {"metadata":{"labels":{"version":"2"}}}}}\
        """);

    eventually(() -> image("web-1").equals("2"));
    cluster.ready("web-1");
    eventually(() -> status().path("updatedReplicas").asInt() == 1);
    assertThat(cluster.get(Types.PODS, "web-0").uid()).isEqualTo(before);
    assertThat(cluster.list(RevisionHistory.CONTROLLER_REVISIONS)).hasSize(2);

    cluster.patch(
        STATEFUL_SETS,
        "web",
        "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":0}}}}");

    eventually(() -> image("web-0").equals("2"));
    cluster.ready("web-0");
    eventually(() -> status().path("currentRevision").equals(status().path("updateRevision")));
  }

  @Test
  void deletesClaimsOfSurplusPodsIfThePolicyIsDelete() throws InterruptedException {
    create(1, "\"persistentVolumeClaimRetentionPolicy\":{\"whenScaled\":\"Delete\"},");
    cluster.awaitPods(1);
    cluster.ready("web-0");
    eventually(() -> cluster.list(CLAIMS).size() == 1);

    cluster.patch(STATEFUL_SETS, "web", "{\"spec\":{\"replicas\":0}}");

    cluster.awaitPods(0);
    eventually(() -> cluster.list(CLAIMS).isEmpty());
  }

  @Test
  void replacesFinishedPod() throws InterruptedException {
    create(1, "");
    String before = cluster.awaitPods(1).get(0).uid();

    cluster.podStatus("web-0", "{\"phase\":\"Failed\"}");

    eventually(() -> !uid("web-0").equals(before) && !uid("web-0").isEmpty());
  }

  private void create(int replicas, String spec) throws InterruptedException {
    cluster.create(
        STATEFUL_SETS,
        """
        {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"web"},"spec":{%s\
        "replicas":%d,"serviceName":"web","selector":{"matchLabels":{"app":"web"}},\
        "template":{"metadata":{"labels":{"app":"web"}},"spec":{"terminationGracePeriodSeconds":0,\
        "containers":[{"name":"main","image":"x"}]}},"volumeClaimTemplates":[{"metadata":\
        {"name":"data"},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":\
        {"storage":"1Gi"}}}}]}}\
        """
            .formatted(spec, replicas));
  }

  private JsonNode status() throws InterruptedException {
    return cluster.get(STATEFUL_SETS, "web").status();
  }

  private String image(String pod) throws InterruptedException {
    return cluster
        .resources(Types.PODS)
        .get(pod)
        .map(found -> found.labelMap().getOrDefault("version", ""))
        .orElse("");
  }

  private String uid(String pod) throws InterruptedException {
    return cluster.resources(Types.PODS).get(pod).map(ApiObject::uid).orElse("");
  }

  private static List<String> names(List<ApiObject> objects) {
    return objects.stream().map(ApiObject::name).toList();
  }
}
