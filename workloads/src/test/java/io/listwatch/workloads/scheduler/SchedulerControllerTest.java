package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.control.ControllerFixture.eventually;

import io.listwatch.client.Patch;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SchedulerControllerTest {
  private static final String APART =
      """
      "affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[\
      {"topologyKey":"kubernetes.io/hostname","labelSelector":{"matchLabels":{"app":"a"}}}]}},\
      """;

  private final ControllerFixture fixture = new ControllerFixture();

  @BeforeEach
  void start() throws InterruptedException {
    fixture.run("default-scheduler", SchedulerController::create);
    node("one", 1);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  /** A pod that is deleted without a grace period gets no deletionTimestamp first. */
  @Test
  void bindsWaitingPodWhenAnotherIsDeletedAtOnce() throws InterruptedException {
    pod("first", "");
    awaitBound("first", "one");
    pod("second", "");
    awaitUnschedulable("second", "0/1 nodes are available: 1 Too many pods.");

    fixture.kill("first");

    awaitBound("second", "one");
  }

  @Test
  void bindsWaitingPodWhenAnotherHasSucceeded() throws InterruptedException {
    pod("first", "");
    awaitBound("first", "one");
    pod("second", "");
    awaitUnschedulable("second", "0/1 nodes are available: 1 Too many pods.");

    fixture.podStatus("first", "{\"phase\":\"Succeeded\"}");

    awaitBound("second", "one");
  }

  @Test
  void stillCountsPodsAfterAChangeOfTheirNode() throws InterruptedException {
    pod("first", "");
    awaitBound("first", "one");

    fixture.patch(Types.NODES, "one", "{\"metadata\":{\"labels\":{\"zone\":\"east\"}}}");
    pod("second", "");

    awaitUnschedulable("second", "0/1 nodes are available: 1 Too many pods.");
    capacity("one", 2);
    awaitBound("second", "one");
  }

  @Test
  void freesTheNodeOfADeletedPodWithAntiAffinity() throws InterruptedException {
    capacity("one", 5);
    pod("shy", APART);
    awaitBound("shy", "one");
    pod("other", "");
    awaitUnschedulable(
        "other", "0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules.");

    fixture.kill("shy");

    awaitBound("other", "one");
  }

  private void node(String name, int pods) throws InterruptedException {
    fixture.create(
        Types.NODES,
        """
        {"apiVersion":"v1","kind":"Node",\
        "metadata":{"name":"%1$s","labels":{"kubernetes.io/hostname":"%1$s"}}}\
        """
            .formatted(name));
    capacity(name, pods);
    // The server taints a new node as not ready.
    fixture.patch(Types.NODES, name, "{\"spec\":{\"taints\":null}}");
  }

  private void capacity(String node, int pods) throws InterruptedException {
    var unused =
        fixture
            .resources(Types.NODES)
            .subresource("status")
            .patch(
                node,
                Patch.merge("{\"status\":{\"allocatable\":{\"pods\":\"%d\"}}}".formatted(pods)));
  }

  private void pod(String name, String more) throws InterruptedException {
    fixture.create(
        Types.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"a"}},\
        "spec":{%s"containers":[{"name":"main","image":"x"}]}}\
        """
            .formatted(name, more));
  }

  private void awaitBound(String pod, String node) {
    eventually(() -> fixture.get(Types.PODS, pod).spec().path("nodeName").asText().equals(node));
  }

  private void awaitUnschedulable(String pod, String message) {
    eventually(
        () ->
            fixture
                .get(Types.PODS, pod)
                .condition("PodScheduled")
                .path("message")
                .asText()
                .equals(message));
  }
}
