package io.listwatch.workloads.autoscaling;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.recording.JumpingTimers;
import io.listwatch.workloads.replicaset.ReplicaSetController;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ReplicaSet that is scaled by metrics that the test writes. */
final class AutoscalerTest {
  private static final ResourceType POD_METRICS =
      ResourceType.namespaced("metrics.k8s.io/v1beta1", "PodMetrics", "pods");

  private final JumpingTimers timers = new JumpingTimers();
  private final ControllerFixture cluster =
      new ControllerFixture(timers)
          .run("replicaset-controller", ReplicaSetController::ofReplicaSets)
          .run("horizontal-pod-autoscaler", AutoscalerController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void scalesUpByTheUsageOfItsPods() throws InterruptedException {
    MetricsDefinitions.install(cluster.client());
    createTarget();
    String pod = cluster.awaitPods(1).get(0).name();
    cluster.podStatus(
        pod,
        """
        {"phase":"Running","startTime":"2020-01-01T00:00:00Z","conditions":[{"type":"Ready",\
        "status":"True","lastTransitionTime":"2020-01-01T00:00:00Z"}]}\
        """);
    createAutoscaler();

    eventually(() -> condition("ScalingActive").equals("FailedGetResourceMetric"));
    measure(pod, "300m");
    timers.jump(Duration.ofSeconds(16));

    cluster.awaitPods(3);
    eventually(() -> condition("AbleToScale").equals("SucceededRescale"));
    ApiObject autoscaler = cluster.get(AutoscalerController.AUTOSCALERS, "set");
    assertThat(autoscaler.status().path("desiredReplicas").asInt()).isEqualTo(3);
    assertThat(
            autoscaler.status().at("/currentMetrics/0/resource/current/averageUtilization").asInt())
        .isEqualTo(300);
    eventually(() -> cluster.eventReasons("set").contains("SuccessfulRescale"));
  }

  @Test
  void reportsATargetThatDoesNotExist() throws InterruptedException {
    createAutoscaler();

    eventually(() -> condition("AbleToScale").equals("FailedGetScale"));
  }

  private String condition(String type) throws InterruptedException {
    return cluster
        .get(AutoscalerController.AUTOSCALERS, "set")
        .condition(type)
        .path("reason")
        .asText();
  }

  private void createTarget() throws InterruptedException {
    cluster.create(
        Types.REPLICA_SETS,
        """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"set"},"spec":\
        {"replicas":1,"selector":{"matchLabels":{"app":"set"}},"template":{"metadata":\
        {"labels":{"app":"set"}},"spec":{"containers":[{"name":"main","image":"x",\
        "resources":{"requests":{"cpu":"100m"}}}]}}}}\
        """);
  }

  private void createAutoscaler() throws InterruptedException {
    cluster.create(
        AutoscalerController.AUTOSCALERS,
        """
        {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":\
        {"name":"set"},"spec":{"maxReplicas":5,"scaleTargetRef":{"apiVersion":"apps/v1",\
        "kind":"ReplicaSet","name":"set"},"metrics":[{"type":"Resource","resource":\
        {"name":"cpu","target":{"type":"Utilization","averageUtilization":100}}}]}}\
        """);
  }

  private void measure(String pod, String cpu) throws InterruptedException {
    cluster.create(
        POD_METRICS,
        """
        {"apiVersion":"metrics.k8s.io/v1beta1","kind":"PodMetrics","metadata":{"name":"%s",\
        "labels":{"app":"set"}},"timestamp":"2026-01-01T00:00:00Z","window":"30s",\
        "containers":[{"name":"main","usage":{"cpu":"%s","memory":"1Mi"}}]}\
        """
            .formatted(pod, cpu));
  }
}
