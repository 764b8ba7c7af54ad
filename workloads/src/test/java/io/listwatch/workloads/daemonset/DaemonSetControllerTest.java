package io.listwatch.workloads.daemonset;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.daemonset.DaemonSetController.DAEMON_SETS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DaemonSetControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("daemon-set-controller", DaemonSetController::create);

  @BeforeEach
  void create() throws InterruptedException {
    createNode("a");
    createNode("b");
    cluster.create(
        DAEMON_SETS,
        """
        {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},"spec":{\
        "selector":{"matchLabels":{"app":"agent"}},"template":{"metadata":{"labels":\
        {"app":"agent"}},"spec":{"nodeSelector":{"os":"linux"},\
        "terminationGracePeriodSeconds":0,"containers":[{"name":"main","image":"x"}]}}}}\
        """);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void runsOnePodOnEachEligibleNode() throws InterruptedException {
    List<ApiObject> pods = cluster.awaitPods(2);

    assertThat(pods)
        .extracting(pod -> DaemonPodTemplate.node(pod).orElse(""))
        .containsExactlyInAnyOrder("a", "b");
    assertThat(pods.get(0).spec().path("tolerations").toString())
        .contains("node.kubernetes.io/unreachable", "node.kubernetes.io/unschedulable");

    createNode("c");
    cluster.awaitPods(3);
    cluster.patch(Types.NODES, "c", "{\"metadata\":{\"labels\":{\"os\":\"other\"}}}");

    cluster.awaitPods(2);
    eventually(() -> status().path("desiredNumberScheduled").asInt() == 2);
  }

  @Test
  void rollingUpdateReplacesOneNodeAfterTheOther() throws InterruptedException {
    for (ApiObject pod : cluster.awaitPods(2)) {
      cluster.ready(pod.name());
    }
    eventually(() -> status().path("numberAvailable").asInt() == 2);

    cluster.patch(
        DAEMON_SETS,
        "agent",
        "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"v\":\"2\"}}}}}");

    eventually(() -> replacement().isPresent());
    assertThat(cluster.activePods()).filteredOn(pod -> !updated(pod)).hasSize(1);
    cluster.ready(replacement().orElseThrow().name());
    eventually(() -> cluster.activePods().stream().filter(this::updated).count() == 2);
    eventually(() -> status().path("updatedNumberScheduled").asInt() == 2);
  }

  private Optional<ApiObject> replacement() throws InterruptedException {
    return cluster.activePods().stream().filter(this::updated).findFirst();
  }

  private boolean updated(ApiObject pod) {
    return pod.labelMap().containsKey("v");
  }

  private JsonNode status() throws InterruptedException {
    return cluster.get(DAEMON_SETS, "agent").status();
  }

  private void createNode(String name) throws InterruptedException {
    cluster.create(
        Types.NODES,
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"os":"linux"}}}\
        """
            .formatted(name));
    // Every new node is tainted as not ready. The node life-cycle controller removes the taint.
    cluster.patch(Types.NODES, name, "{\"spec\":{\"taints\":[]}}");
  }
}
