package io.listwatch.testing;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@ListwatchTest(workloads = true, nodes = 2)
final class WorkloadsTest {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: nginx}]}
      """;

  private final TestServer server;

  WorkloadsTest(TestServer server) {
    this.server = server;
  }

  @AfterEach
  void reset() {
    server.reset();
  }

  /** Controllers that had seen the first Deployment once created pods after the reset. */
  @RepeatedTest(8)
  void resetLeavesNoWorkloadObjects(KubernetesClient client) {
    server.behavior(pod -> "never-ready");
    server.apply(WEB);
    await().until(() -> !client.apps().replicaSets().list().getItems().isEmpty());

    server.reset();

    assertThat(client.apps().deployments().list().getItems()).isEmpty();
    server.apply(WEB.replace("web", "other"));
    awaitReady(client, "other");
    assertThat(client.pods().list().getItems())
        .hasSize(2)
        .allMatch(pod -> pod.getMetadata().getName().startsWith("other-"));
  }

  @Test
  void deploymentBecomesReady(KubernetesClient client) {
    server.apply(WEB);

    assertThat(
            client
                .apps()
                .deployments()
                .withName("web")
                .waitUntilCondition(
                    web -> Integer.valueOf(2).equals(web.getStatus().getReadyReplicas()),
                    60,
                    TimeUnit.SECONDS)
                .getStatus()
                .getAvailableReplicas())
        .isEqualTo(2);
    assertThat(client.nodes().list().getItems()).hasSize(2);
  }

  @Test
  void functionOfTheTestChoosesPodBehavior(KubernetesClient client) {
    server.behavior(pod -> "exit=3");

    server.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: once}
        spec: {restartPolicy: Never, containers: [{name: web, image: nginx}]}
        """);

    Pod failed =
        client
            .pods()
            .withName("once")
            .waitUntilCondition(
                pod -> "Failed".equals(pod.getStatus().getPhase()), 60, TimeUnit.SECONDS);
    assertThat(
            failed
                .getStatus()
                .getContainerStatuses()
                .get(0)
                .getState()
                .getTerminated()
                .getExitCode())
        .isEqualTo(3);
  }

  @Test
  void clockOfTheTestMakesPodsReady(KubernetesClient client) {
    server.behavior(pod -> "ready-after=1h");
    server.apply(WEB);
    await().until(() -> phases(client).equals(List.of("Running", "Running")));

    server.faults().time().step(Duration.ofHours(1));

    awaitReady(client, "web");
  }

  private static void awaitReady(KubernetesClient client, String deployment) {
    client
        .apps()
        .deployments()
        .withName(deployment)
        .waitUntilCondition(
            web -> web != null && Integer.valueOf(2).equals(web.getStatus().getReadyReplicas()),
            60,
            TimeUnit.SECONDS);
  }

  private static List<String> phases(KubernetesClient client) {
    return client.pods().list().getItems().stream().map(pod -> pod.getStatus().getPhase()).toList();
  }
}
