package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Deployment of two replicas with a deadline of 600 s. */
final class RolloutProgressTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Counts are replicas, updated and available ones. */
  @ParameterizedTest
  @CsvSource({
    "2 0 2, 2 1 2, 60, True ReplicaSetUpdated",
    "2 1 1, 2 1 2, 60, True ReplicaSetUpdated",
    "3 2 2, 2 2 2, 60, True NewReplicaSetAvailable",
    "3 1 2, 2 1 2, 60, True ReplicaSetUpdated",
    "2 1 1, 2 1 1, 599, True ReplicaSetUpdated",
    "2 1 1, 2 1 1, 601, False ProgressDeadlineExceeded"
  })
  void showsWhetherTheRolloutProgresses(String before, String after, int seconds, String expected) {
    ApiObject deployment = deployment(600, before, "ReplicaSetUpdated");

    JsonNode condition = update(deployment, after, seconds);

    assertThat(condition.path("status").asText() + " " + condition.path("reason").asText())
        .isEqualTo(expected);
  }

  @Test
  void progressRestartsTheDeadline() {
    ApiObject deployment = deployment(600, "2 0 2", "ReplicaSetUpdated");

    JsonNode condition = update(deployment, "2 1 2", 500);

    assertThat(condition.path("lastUpdateTime").asText()).isEqualTo("2026-01-01T00:08:20Z");
    assertThat(condition.path("lastTransitionTime").asText())
        .as("the status stays True")
        .isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void completeRolloutNeverTimesOut() {
    ApiObject deployment = deployment(600, "2 2 2", "NewReplicaSetAvailable");

    JsonNode condition = update(deployment, "2 2 1", 10_000);

    assertThat(condition.path("reason").asText()).isEqualTo("NewReplicaSetAvailable");
  }

  @Test
  void deploymentWithoutADeadlineHasNoCondition() {
    ApiObject deployment = deployment(Integer.MAX_VALUE, "2 1 1", "ReplicaSetUpdated");

    assertThat(update(deployment, "2 1 1", 10_000).isMissingNode()).isTrue();
    assertThat(RolloutProgress.nextCheck(deployment, START)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2 1 1, ReplicaSetUpdated, 100, 501",
    "2 1 1, ReplicaSetUpdated, 700, 1",
    "2 2 2, ReplicaSetUpdated, 100, 0",
    "2 1 1, ProgressDeadlineExceeded, 100, 0"
  })
  void checksAgainWhenTheDeadlineHasPassed(String counts, String reason, int seconds, int again) {
    ApiObject deployment = deployment(600, counts, reason);

    assertThat(RolloutProgress.nextCheck(deployment, START.plusSeconds(seconds)))
        .isEqualTo(again == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(again)));
  }

  private static JsonNode update(ApiObject deployment, String counts, int seconds) {
    ObjectNode status = deployment.statusCopy();
    putCounts(status, counts);
    RolloutProgress.update(status, deployment, null, START.plusSeconds(seconds));
    return Conditions.find(status.path("conditions"), "Progressing");
  }

  private static ApiObject deployment(int deadline, String counts, String reason) {
    return ControllerFixture.object(
            """
            {"metadata":{"name":"web","generation":1},
            "spec":{"replicas":2,"progressDeadlineSeconds":%d},
            "status":{"observedGeneration":1,"conditions":[{"type":"Progressing","status":"True",
            "reason":"%s","lastUpdateTime":"2026-01-01T00:00:00Z",
            "lastTransitionTime":"2026-01-01T00:00:00Z"}]}}
            """
                .formatted(deadline, reason))
        .edited(json -> putCounts(json.withObject("/status"), counts));
  }

  private static void putCounts(ObjectNode status, String counts) {
    String[] numbers = counts.split(" ", -1);
    status.put("replicas", Integer.parseInt(numbers[0]));
    status.put("updatedReplicas", Integer.parseInt(numbers[1]));
    status.put("availableReplicas", Integer.parseInt(numbers[2]));
  }
}
