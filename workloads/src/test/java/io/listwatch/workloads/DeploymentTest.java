package io.listwatch.workloads;

import static io.listwatch.workloads.WorkloadsServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeploymentTest {
  private static final ResourceType EVENTS = ResourceType.namespaced("v1", "Event", "events");

  private static final String WEB =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},\
      "spec":{"replicas":3,"selector":{"matchLabels":{"app":"web"}},\
      "template":{"metadata":{"labels":{"app":"web"}},\
      "spec":{"containers":[{"name":"web","image":"web:1"}]}}}}\
      """;

  private WorkloadsServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = new WorkloadsServer(settings -> settings.nodes(3));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void becomesAvailable() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);

    eventually(() -> complete("web", 3));
    ApiObject web = server.resources(Types.DEPLOYMENTS).get("web").orElseThrow();
    assertThat(web.annotation("deployment.kubernetes.io/revision")).contains("1");
    assertThat(web.condition("Available").path("reason").asText())
        .isEqualTo("MinimumReplicasAvailable");
    eventually(() -> reason("web", "Progressing").equals("NewReplicaSetAvailable"));
    assertThat(server.pods())
        .allMatch(pod -> pod.name().startsWith("web-") && Pods.ready(pod))
        .extracting(Pods::node)
        .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
  }

  @Test
  void scales() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));

    server.patch(Types.DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":5}}");
    eventually(() -> complete("web", 5));
    server.patch(Types.DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":1}}");
    eventually(() -> complete("web", 1) && server.pods().size() == 1);

    assertThat(server.list(Types.REPLICA_SETS)).hasSize(1);
  }

  @Test
  void rollsOutNewTemplateAndBack() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));

    setImage("web:2");
    eventually(() -> complete("web", 3) && images().equals(List.of("web:2")));
    setImage("web:1");
    eventually(() -> complete("web", 3) && images().equals(List.of("web:1")));

    List<ApiObject> sets = server.list(Types.REPLICA_SETS);
    assertThat(sets).hasSize(2);
    assertThat(sets)
        .extracting(set -> set.annotation("deployment.kubernetes.io/revision").orElse(""))
        .containsExactlyInAnyOrder("2", "3");
    assertThat(sets)
        .extracting(set -> set.annotation("deployment.kubernetes.io/revision-history").orElse(""))
        .containsExactlyInAnyOrder("", "1");
  }

  @Test
  void recreatesOnlyAfterAllOldPodsAreGone() throws InterruptedException {
    server.create(
        Types.DEPLOYMENTS,
        WEB.replace(
            "\"spec\":{\"replicas\"",
            "\"spec\":{\"strategy\":{\"type\":\"Recreate\"},\"replicas\""));
    eventually(() -> complete("web", 3));

    setImage("web:2");

    eventually(() -> complete("web", 3) && images().equals(List.of("web:2")));
  }

  @Test
  void changesNothingWhilePaused() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));

    server.patch(Types.DEPLOYMENTS, "web", "{\"spec\":{\"paused\":true}}");
    setImage("web:2");
    eventually(() -> reason("web", "Progressing").equals("DeploymentPaused"));
    assertThat(images()).containsExactly("web:1");
    server.patch(Types.DEPLOYMENTS, "web", "{\"spec\":{\"paused\":false}}");

    eventually(() -> complete("web", 3) && images().equals(List.of("web:2")));
  }

  @Test
  void replacesDeletedPod() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));
    String deleted = server.pods().get(0).name();

    server.resources(Types.PODS).delete(deleted);

    eventually(() -> server.resources(Types.PODS).get(deleted).isEmpty() && complete("web", 3));
  }

  @Test
  void keepsOldPodsWhileNewOnesAreNotReady() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));

    server.patch(
        Types.DEPLOYMENTS,
        "web",
        """
        {"spec":{"template":{"metadata":{"annotations":\
        {"workloads.listwatch.io/behavior":"never-ready"}}}}}\
        """);

    eventually(() -> server.pods().size() == 4);
    eventually(() -> server.status(Types.DEPLOYMENTS, "web").path("updatedReplicas").asInt() == 1);
    assertThat(server.status(Types.DEPLOYMENTS, "web").path("availableReplicas").asInt())
        .isEqualTo(3);
  }

  @Test
  void recordsTheEventsOfKubeControllerManager() throws InterruptedException {
    server.create(Types.DEPLOYMENTS, WEB);
    eventually(() -> complete("web", 3));

    eventually(
        () ->
            server.list(EVENTS).stream()
                .map(event -> event.json().path("reason").asText())
                .collect(java.util.stream.Collectors.toSet())
                .containsAll(List.of("ScalingReplicaSet", "SuccessfulCreate", "Scheduled")));
  }

  private void setImage(String image) throws InterruptedException {
    server.patch(
        Types.DEPLOYMENTS,
        "web",
        """
        {"spec":{"template":{"spec":{"containers":[{"name":"web","image":"%s"}]}}}}\
        """
            .formatted(image));
  }

  private List<String> images() throws InterruptedException {
    return server.pods().stream()
        .map(pod -> pod.spec().at("/containers/0/image").asText())
        .distinct()
        .toList();
  }

  private String reason(String name, String type) throws InterruptedException {
    return server
        .resources(Types.DEPLOYMENTS)
        .get(name)
        .map(object -> object.condition(type).path("reason").asText())
        .orElse("");
  }

  /** True if kubectl rollout status would end. */
  private boolean complete(String name, int replicas) throws InterruptedException {
    ApiObject object = server.resources(Types.DEPLOYMENTS).get(name).orElseThrow();
    JsonNode status = object.status();
    return status.path("observedGeneration").asLong() >= object.generation()
        && status.path("updatedReplicas").asInt() == replicas
        && status.path("replicas").asInt() == replicas
        && status.path("availableReplicas").asInt() == replicas;
  }
}
