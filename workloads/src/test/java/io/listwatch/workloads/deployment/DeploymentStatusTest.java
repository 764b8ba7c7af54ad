package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeploymentStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void sumsUpItsSets() {
    ApiObject old = set(3, 3, 2, 2);
    ApiObject current = set(2, 1, 1, 0);

    ObjectNode status = DeploymentStatus.of(deployment(4), current, List.of(old, current), NOW);

    assertThat(status.path("replicas").asInt()).isEqualTo(4);
    assertThat(status.path("updatedReplicas").asInt()).isEqualTo(1);
    assertThat(status.path("readyReplicas").asInt()).isEqualTo(3);
    assertThat(status.path("availableReplicas").asInt()).isEqualTo(2);
    assertThat(status.path("unavailableReplicas").asInt()).isEqualTo(3);
    assertThat(status.path("observedGeneration").asInt()).isEqualTo(5);
  }

  /** One of four replicas may be unavailable. */
  @ParameterizedTest
  @CsvSource({"4, True", "3, True", "2, False", "0, False"})
  void isAvailableWithTheMinimumNumberOfPods(int available, String expected) {
    ApiObject set = set(4, 4, available, available);

    ObjectNode status = DeploymentStatus.of(deployment(4), set, List.of(set), NOW);

    assertThat(condition(status, "Available").path("status").asText()).isEqualTo(expected);
  }

  @Test
  void terminatingPodsAreUnknownUntilAllSetsReportThem() {
    ApiObject old = set(1, 1, 1, 1);
    ApiObject reporting =
        old.edited(json -> json.withObject("/status").put("terminatingReplicas", 2));

    assertThat(of(List.of(reporting, reporting)).path("terminatingReplicas").asInt()).isEqualTo(4);
    assertThat(of(List.of(reporting, old)).has("terminatingReplicas")).isFalse();
  }

  @Test
  void copiesReplicaFailureOfNewSetOrElseOfAnother() {
    ApiObject fine = set(1, 1, 1, 1);
    ApiObject failing = failing("old quota");
    ApiObject newest = failing("new quota");
    ObjectNode status = of(List.of(fine));

    DeploymentStatus.setReplicaFailure(status, newest, List.of(failing, newest));
    assertThat(condition(status, "ReplicaFailure").path("message").asText()).isEqualTo("new quota");

    ObjectNode other = of(List.of(fine));
    DeploymentStatus.setReplicaFailure(other, fine, List.of(failing, fine));
    assertThat(condition(other, "ReplicaFailure").path("message").asText()).isEqualTo("old quota");

    DeploymentStatus.setReplicaFailure(other, fine, List.of(fine));
    assertThat(condition(other, "ReplicaFailure").isMissingNode()).isTrue();
  }

  private static ObjectNode of(List<ApiObject> sets) {
    return DeploymentStatus.of(deployment(4), sets.get(0), sets, NOW);
  }

  private static JsonNode condition(ObjectNode status, String type) {
    return Conditions.find(status.path("conditions"), type);
  }

  private static ApiObject failing(String message) {
    return set(1, 0, 0, 0)
        .edited(
            json ->
                json.withObject("/status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "ReplicaFailure")
                    .put("status", "True")
                    .put("reason", "FailedCreate")
                    .put("message", message));
  }

  private static ApiObject deployment(int replicas) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"web","generation":5},"spec":{"replicas":%d,"strategy":{
        "type":"RollingUpdate","rollingUpdate":{"maxSurge":1,"maxUnavailable":1}}}}
        """
            .formatted(replicas));
  }

  private static ApiObject set(int wanted, int replicas, int ready, int available) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"web-1"},"spec":{"replicas":%d},"status":{"observedGeneration":1,
        "replicas":%d,"readyReplicas":%d,"availableReplicas":%d}}
        """
            .formatted(wanted, replicas, ready, available));
  }
}
