package io.listwatch.workloads.nodelifecycle;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.Patch;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.podgc.PodCollector;
import io.listwatch.workloads.recording.JumpingTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that stop renewing their Lease, and their pods. */
final class NodeLifecycleTest {
  private final JumpingTimers timers = new JumpingTimers();
  private final ControllerFixture cluster =
      new ControllerFixture(timers)
          .run("node-controller", NodeLifecycleController::create)
          .run("taint-eviction-controller", TaintEvictionController::create)
          .run("pod-garbage-collector", PodCollector::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void silentNodeBecomesUnknownAndLosesItsPodsAfterTheirTolerationSeconds()
      throws InterruptedException {
    createNode("alive");
    createNode("silent");
    createPod("impatient", "silent", "[]");
    createPod(
        "patient",
        "silent",
        """
        [{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",\
        "tolerationSeconds":600}]\
        """);
    eventually(() -> taints("silent").isEmpty());

    eventually(
        () -> {
          beat("alive");
          timers.jump(Duration.ofSeconds(10));
          return taints("silent")
              .equals(
                  List.of(
                      "node.kubernetes.io/unreachable:NoSchedule",
                      "node.kubernetes.io/unreachable:NoExecute"));
        });
    assertThat(ready("silent")).isEqualTo("Unknown");
    assertThat(ready("alive")).isEqualTo("True");
    eventually(
        () ->
            cluster
                .get(Types.PODS, "patient")
                .condition("Ready")
                .path("status")
                .asText()
                .equals("False"));
    // Admission has added tolerations of 300 s to the pod.
    eventually(
        () -> {
          beat("alive");
          timers.jump(Duration.ofSeconds(10));
          return terminating("impatient");
        });
    assertThat(
            cluster
                .get(Types.PODS, "impatient")
                .condition("DisruptionTarget")
                .path("reason")
                .asText())
        .isEqualTo("DeletionByTaintManager");
    assertThat(terminating("patient")).isFalse();

    eventually(
        () -> {
          beat("alive");
          timers.jump(Duration.ofSeconds(10));
          return terminating("patient");
        });
  }

  @Test
  void returningNodeLosesItsTaints() throws InterruptedException {
    createNode("alive");
    createNode("silent");
    eventually(
        () -> {
          beat("alive");
          timers.jump(Duration.ofSeconds(10));
          return taints("silent").size() == 2;
        });

    beat("silent");

    eventually(() -> taints("silent").isEmpty());
  }

  @Test
  void conditionsAndCordonBecomeTaints() throws InterruptedException {
    createNode("full");

    status("full", "DiskPressure", "True");
    cluster.patch(Types.NODES, "full", "{\"spec\":{\"unschedulable\":true}}");

    eventually(
        () ->
            taints("full")
                .containsAll(
                    List.of(
                        "node.kubernetes.io/disk-pressure:NoSchedule",
                        "node.kubernetes.io/unschedulable:NoSchedule")));

    status("full", "DiskPressure", "False");

    eventually(() -> taints("full").equals(List.of("node.kubernetes.io/unschedulable:NoSchedule")));
  }

  @Test
  void podsOfDeletedNodeAreCollected() throws InterruptedException {
    createNode("gone");
    createPod("orphan", "gone", "[]");

    assertThat(cluster.resources(Types.NODES).delete("gone")).isTrue();

    eventually(
        () -> {
          timers.jump(Duration.ofSeconds(41));
          return cluster.resources(Types.PODS).get("orphan").isEmpty();
        });
  }

  private void createNode(String name) throws InterruptedException {
    cluster.create(
        Types.NODES,
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s"}}\
        """
            .formatted(name));
    beat(name);
  }

  /** Posts the status as a kubelet does. */
  private void beat(String node) throws InterruptedException {
    status(node, "Ready", "True");
  }

  private void status(String node, String type, String value) throws InterruptedException {
    ApiObject current = cluster.get(Types.NODES, node);
    ApiObject next =
        current.edited(
            json ->
                Conditions.replace(
                    json.withObject("/status"),
                    json.objectNode()
                        .put("type", type)
                        .put("status", value)
                        .put("lastHeartbeatTime", ApiObject.timestamp(timers.now()))));
    cluster
        .resources(Types.NODES)
        .subresource("status")
        .patch(
            node,
            Patch.merge("{\"status\":{\"conditions\":" + next.status().path("conditions") + "}}"));
  }

  private void createPod(String name, String node, String tolerations) throws InterruptedException {
    cluster.create(
        Types.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},"spec":{"nodeName":"%s",\
        "tolerations":%s,"containers":[{"name":"main","image":"x"}]}}\
        """
            .formatted(name, node, tolerations));
    cluster.ready(name);
  }

  private boolean terminating(String pod) throws InterruptedException {
    return cluster.resources(Types.PODS).get(pod).filter(each -> !each.terminating()).isEmpty();
  }

  private String ready(String node) throws InterruptedException {
    return cluster.get(Types.NODES, node).condition("Ready").path("status").asText();
  }

  private List<String> taints(String node) throws InterruptedException {
    var taints = new ArrayList<String>();
    cluster
        .get(Types.NODES, node)
        .spec()
        .path("taints")
        .forEach(
            taint -> taints.add(taint.path("key").asText() + ":" + taint.path("effect").asText()));
    return taints;
  }
}
