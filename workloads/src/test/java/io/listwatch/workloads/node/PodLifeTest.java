package io.listwatch.workloads.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PodLifeTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private ApiObject pod = pod("Always");
  private Instant now = START;

  @Test
  void isReadyAtOnceByDefault() {
    write("ready");

    assertThat(Pods.phase(pod)).isEqualTo("Running");
    assertThat(Pods.ready(pod)).isTrue();
    assertThat(next("ready")).isEqualTo(PodStep.Idle.IDLE);
  }

  @Test
  void isReadyAfterADelay() {
    write("ready-after=30s");
    assertThat(Pods.ready(pod)).isFalse();
    assertThat(next("ready-after=30s")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(30)));

    now = START.plusSeconds(30);
    write("ready-after=30s");

    assertThat(Pods.ready(pod)).isTrue();
  }

  @Test
  void restartsWithGrowingDelays() {
    write("crash-loop");
    assertThat(pod.status().at("/containerStatuses/0/state/waiting/reason").asText())
        .isEqualTo("CrashLoopBackOff");
    assertThat(next("crash-loop")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(10)));

    now = START.plusSeconds(10);
    write("crash-loop");

    assertThat(Pods.restarts(pod)).isEqualTo(1);
    assertThat(next("crash-loop")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(20)));
  }

  @Test
  void succeedsIfItIsNotRestarted() {
    pod = pod("OnFailure");

    write("exit=0");

    assertThat(Pods.phase(pod)).isEqualTo("Succeeded");
    assertThat(next("exit=0")).isEqualTo(PodStep.Idle.IDLE);
  }

  @Test
  void failsAfterADelay() {
    pod = pod("Never");
    write("exit=2,exit-after=5s");
    assertThat(Pods.phase(pod)).isEqualTo("Running");

    now = START.plusSeconds(5);
    write("exit=2,exit-after=5s");

    assertThat(Pods.phase(pod)).isEqualTo("Failed");
    assertThat(pod.status().at("/containerStatuses/0/state/terminated/exitCode").asInt())
        .isEqualTo(2);
  }

  @Test
  void staysPendingIfItNeverStarts() {
    write("never-starts");

    assertThat(Pods.phase(pod)).isEqualTo("Pending");
    assertThat(next("never-starts")).isEqualTo(PodStep.Idle.IDLE);
  }

  @Test
  void initContainersRunOneAfterTheOther() {
    pod = pod("Always", "{\"name\":\"first\"},{\"name\":\"second\"}");
    write("init-after=5s");
    assertThat(Pods.phase(pod)).isEqualTo("Pending");
    assertThat(init(0).has("running")).isTrue();
    assertThat(init(1).at("/waiting/reason").asText()).isEqualTo("PodInitializing");
    assertThat(next("init-after=5s")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(5)));

    now = START.plusSeconds(5);
    write("init-after=5s");
    write("init-after=5s");
    assertThat(init(0).at("/terminated/reason").asText()).isEqualTo("Completed");
    assertThat(init(1).has("running")).isTrue();

    now = START.plusSeconds(10);
    write("init-after=5s");
    write("init-after=5s");
    assertThat(Pods.ready(pod)).isTrue();
    assertThat(init(0).at("/terminated/finishedAt").asText()).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(init(1).at("/terminated/finishedAt").asText()).isEqualTo("2026-01-01T00:00:10Z");
    assertThat(next("init-after=5s")).isEqualTo(PodStep.Idle.IDLE);
  }

  @Test
  void failedInitContainerIsRestartedWithGrowingDelays() {
    write("init-exit=3");
    write("init-exit=3");
    assertThat(Pods.phase(pod)).isEqualTo("Pending");
    assertThat(init(0).at("/waiting/reason").asText()).isEqualTo("CrashLoopBackOff");
    assertThat(next("init-exit=3")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(10)));

    now = START.plusSeconds(10);
    write("init-exit=3");
    write("init-exit=3");
    assertThat(pod.status().at("/initContainerStatuses/0/restartCount").asInt()).isEqualTo(1);
    assertThat(next("init-exit=3")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(20)));

    now = START.plusSeconds(30);
    write("ready");
    assertThat(Pods.ready(pod)).isTrue();
  }

  @Test
  void podWithoutRestartsFailsWithItsInitContainer() {
    pod = pod("Never");
    write("init-exit=3");
    write("init-exit=3");

    assertThat(Pods.phase(pod)).isEqualTo("Failed");
    assertThat(init(0).at("/terminated/exitCode").asInt()).isEqualTo(3);
    assertThat(next("init-exit=3")).isEqualTo(PodStep.Idle.IDLE);
  }

  @Test
  void sidecarRunsWhileTheNextInitContainerDoes() {
    pod = pod("Always", "{\"name\":\"proxy\",\"restartPolicy\":\"Always\"},{\"name\":\"init\"}");
    write("init-after=5s");

    assertThat(init(0).has("running")).isTrue();
    assertThat(init(1).has("running")).isTrue();
  }

  private JsonNode init(int number) {
    return pod.status().path("initContainerStatuses").path(number).path("state");
  }

  @Test
  void isDeletedWhenItsContainersHaveEnded() {
    write("ready");
    pod =
        pod.edited(
            json ->
                json.withObject("/metadata")
                    .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                    .put("deletionGracePeriodSeconds", 30));

    assertThat(next("ready")).isEqualTo(PodStep.Delete.NOW);
    assertThat(next("terminate-after=5s")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(5)));
    assertThat(next("terminate-after=1h")).isEqualTo(new PodStep.Wait(Duration.ofSeconds(30)));
  }

  private PodStep next(String behavior) {
    return new PodLife(pod, PodBehavior.parse(behavior), now).next("10.0.0.1", "10.128.0.1");
  }

  private void write(String behavior) {
    PodStep step = next(behavior);
    assertThat(step).isInstanceOf(PodStep.Write.class);
    pod = pod.withStatus(((PodStep.Write) step).status());
  }

  private static ApiObject pod(String restartPolicy) {
    return pod(restartPolicy, "{\"name\":\"init\",\"image\":\"i\"}");
  }

  private static ApiObject pod(String restartPolicy, String initContainers) {
    try {
      return ApiObject.of(
          (ObjectNode)
              new ObjectMapper()
                  .readTree(
                      """
                      {"metadata":{"name":"web","namespace":"default","generation":1},
                      "spec":{"restartPolicy":"%s","initContainers":[%s],
                      "containers":[{"name":"web","image":"w"}]}}
                      """
                          .formatted(restartPolicy, initContainers)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
