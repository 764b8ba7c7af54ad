package io.listwatch.workloads.disruption;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.disruption.DisruptionController.BUDGETS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DisruptionControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("disruption-controller", DisruptionController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void allowsDisruptionsWhileEnoughPodsAreReady() throws InterruptedException {
    create("\"minAvailable\":1");
    eventually(() -> status().at("/conditions/0/reason").asText().equals("InsufficientPods"));
    createPod("a");
    createPod("b");

    cluster.ready("a");
    cluster.ready("b");

    eventually(() -> status().path("disruptionsAllowed").asInt() == 1);
    assertThat(status().path("expectedPods").asInt()).isEqualTo(2);
    assertThat(status().at("/conditions/0/type").asText()).isEqualTo("DisruptionAllowed");
    assertThat(status().at("/conditions/0/reason").asText()).isEqualTo("SufficientPods");

    cluster.kill("a");

    eventually(() -> status().path("disruptionsAllowed").asInt() == 0);
  }

  @Test
  void percentageIsOfTheReplicasOfTheWorkload() throws InterruptedException {
    create("\"maxUnavailable\":\"50%\"");
    var set =
        cluster.create(
            Types.REPLICA_SETS,
            """
            {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web"},"spec":\
            {"replicas":4,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":\
            {"labels":{"app":"web"}},"spec":{"containers":[{"name":"main","image":"x"}]}}}}\
            """);
    cluster.create(
        Types.PODS,
        pod(
            "a",
            """
            ,"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web",\
            "uid":"%s","controller":true}]\
            """
                .formatted(set.uid())));

    eventually(() -> status().path("expectedPods").asInt() == 4);
    assertThat(status().path("desiredHealthy").asInt()).isEqualTo(2);
  }

  private void create(String spec) throws InterruptedException {
    cluster.create(
        BUDGETS,
        """
        {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web"},\
        "spec":{%s,"selector":{"matchLabels":{"app":"web"}}}}\
        """
            .formatted(spec));
  }

  private void createPod(String name) throws InterruptedException {
    cluster.create(Types.PODS, pod(name, ""));
  }

  private static String pod(String name, String metadata) {
    return """
    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"web"}%s},\
    "spec":{"containers":[{"name":"main","image":"x"}]}}\
    """
        .formatted(name, metadata);
  }

  private JsonNode status() throws InterruptedException {
    return cluster.get(BUDGETS, "web").status();
  }
}
