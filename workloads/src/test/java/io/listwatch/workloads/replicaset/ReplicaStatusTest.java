package io.listwatch.workloads.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class ReplicaStatusTest {
  private static final Instant READY = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void countsPods() {
    List<ApiObject> pods = List.of(pod("web", true), pod("web", false), pod("other", true));

    ObjectNode status = new ReplicaStatus(pods, 1, null).of(set(10), READY.plusSeconds(5));

    assertThat(status.toString())
        .isEqualTo(
            "{\"replicas\":3,\"fullyLabeledReplicas\":2,\"readyReplicas\":2,"
                + "\"terminatingReplicas\":1,\"observedGeneration\":7}");
    assertThat(
            new ReplicaStatus(pods, null, null)
                .of(set(10), READY.plusSeconds(10))
                .path("availableReplicas")
                .asInt())
        .isEqualTo(2);
  }

  @Property
  void onlyReadyPodsAreAvailable(
      @ForAll @Size(max = 10) List<Boolean> ready,
      @ForAll @IntRange(max = 60) int minReady,
      @ForAll @IntRange(max = 60) int seconds) {
    var pods = new ArrayList<ApiObject>();
    ready.forEach(each -> pods.add(pod("web", each)));
    var status = new ReplicaStatus(pods, null, null);
    Instant now = READY.plusSeconds(seconds);

    ObjectNode counts = status.of(set(minReady), now);

    int available = counts.path("availableReplicas").asInt();
    assertThat(counts.path("replicas").asInt()).isEqualTo(pods.size());
    assertThat(counts.path("readyReplicas").asInt()).isBetween(available, pods.size());
    assertThat(status.untilNextAvailable(set(minReady), now).isPresent())
        .isEqualTo(ready.contains(true) && minReady > seconds);
  }

  @Test
  void returnsTimeUntilTheNextPodIsAvailable() {
    var status = new ReplicaStatus(List.of(pod("web", true)), null, null);

    assertThat(status.untilNextAvailable(set(10), READY.plusSeconds(4)))
        .contains(Duration.ofSeconds(6));
    assertThat(status.untilNextAvailable(set(10), READY.plusSeconds(10))).isEmpty();
  }

  @Test
  void failureIsShownUntilItIsOver() {
    ApiObject set = set(0);
    ObjectNode failed = new ReplicaStatus(List.of(), null, "no quota").of(set, READY);
    assertThat(condition(failed)).isEqualTo("True FailedCreate no quota");

    ObjectNode again =
        new ReplicaStatus(List.of(), null, "other").of(set.withStatus(failed), READY);
    assertThat(condition(again)).as("the first message stays").endsWith("no quota");

    ObjectNode over = new ReplicaStatus(List.of(), null, null).of(set.withStatus(again), READY);
    assertThat(over.has("conditions")).isFalse();

    List<ApiObject> many = List.of(pod("web", true), pod("web", true), pod("web", true));
    assertThat(condition(new ReplicaStatus(many, null, "stuck").of(set, READY)))
        .isEqualTo("True FailedDelete stuck");
  }

  private static String condition(ObjectNode status) {
    var failure = Conditions.find(status.path("conditions"), "ReplicaFailure");
    return "%s %s %s"
        .formatted(
            failure.path("status").asText(),
            failure.path("reason").asText(),
            failure.path("message").asText());
  }

  private static ApiObject set(int minReady) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"web","generation":7},"spec":{"replicas":2,"minReadySeconds":%d,
        "template":{"metadata":{"labels":{"app":"web"}}}}}
        """
            .formatted(minReady));
  }

  private static ApiObject pod(String app, boolean ready) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"p","labels":{"app":"%s"}},"status":{"phase":"Running",
        "conditions":[{"type":"Ready","status":"%s","lastTransitionTime":"%s"}]}}
        """
            .formatted(app, ready ? "True" : "False", READY));
  }
}
