package io.listwatch.workloads.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String RUNNING = "'state':{'running':{'startedAt':'2026-01-01T00:00:00Z'}}";
  private static final String ENDED =
      "{'terminated':{'exitCode':%d,'startedAt':'2026-01-01T00:00:00Z',"
          + "'finishedAt':'2026-01-01T00:00:05Z'}}";
  private static final String FIRST =
      "container web of pod default/web-0 started on node-1 (simulated: no process runs)";

  @Test
  void readyContainerLogsItsReadiness() throws LogException {
    assertThat(text(pod(RUNNING), "ready", 0)).containsExactly(FIRST, "ready");
  }

  @Test
  void containerLogsWhenItWillBeReady() throws LogException {
    assertThat(text(pod(RUNNING), "ready-after=30s", 29))
        .containsExactly(FIRST, "ready after 30000 ms");
    assertThat(text(pod(RUNNING), "ready-after=30s", 30))
        .containsExactly(FIRST, "ready after 30000 ms", "ready");
    assertThat(text(pod(RUNNING), "never-ready", 3600))
        .containsExactly(FIRST, "never ready, by the behavior of the pod");
  }

  @ParameterizedTest
  @CsvSource({
    "exit=1, 1, crashed with exit code 1",
    "exit=0, 0, completed with exit code 0",
    "ready, 143, ended by SIGTERM with exit code 143"
  })
  void endedContainerLogsHowItEnded(String behavior, int code, String last) throws LogException {
    ApiObject pod = pod("'state':" + ENDED.formatted(code));

    ContainerLog log = log(pod, behavior, 60, false);

    assertThat(log.ended()).isTrue();
    assertThat(log.lines().get(0)).isEqualTo(new LogLine(START, FIRST));
    assertThat(log.lines().get(log.lines().size() - 1))
        .isEqualTo(new LogLine(START.plusSeconds(5), last));
  }

  @Test
  void crashedContainerHasItsLogWhileItWaitsForTheRestart() throws LogException {
    ApiObject pod =
        pod(
            "'restartCount':0,'state':{'waiting':{'reason':'CrashLoopBackOff'}},'lastState':"
                + ENDED.formatted(3));

    assertThat(text(pod, "crash-loop", 60)).endsWith("crashed with exit code 3");
    assertThat(log(pod, "crash-loop", 60, true)).isEqualTo(log(pod, "crash-loop", 60, false));
  }

  @Test
  void previousLogIsOfTheRunBefore() throws LogException {
    ApiObject pod = pod("'restartCount':1," + RUNNING + ",'lastState':" + ENDED.formatted(3));

    List<String> previous = texts(log(pod, "exit=3,exit-after=5s", 60, true));
    List<String> current = texts(log(pod, "exit=3,exit-after=5s", 60, false));

    assertThat(previous).containsExactly(FIRST, "ready", "crashed with exit code 3");
    assertThat(current.get(0)).contains("restart 1");
  }

  @Test
  void terminatingContainerHasReceivedSigterm() throws LogException {
    ApiObject pod =
        pod(RUNNING)
            .edited(
                json ->
                    json.withObject("/metadata")
                        .put("deletionTimestamp", "2026-01-01T00:00:40Z")
                        .put("deletionGracePeriodSeconds", 30));

    assertThat(log(pod, "ready", 15, false).lines())
        .endsWith(new LogLine(START.plusSeconds(10), "SIGTERM received"));
  }

  @Test
  void initContainerIsNeverReady() throws LogException {
    ApiObject pod =
        ControllerFixture.object(
            """
            {"metadata":{"name":"web-0","namespace":"default"},
            "spec":{"nodeName":"node-1","initContainers":[{"name":"init"}]},
            "status":{"initContainerStatuses":[{"name":"init","state":%s}]}}
            """
                .formatted(ENDED.formatted(0).replace('\'', '"')));

    List<String> lines =
        texts(new PodLog(pod, PodBehavior.READY, START.plusSeconds(9)).of("init", false));

    assertThat(lines).hasSize(2).endsWith("completed with exit code 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          other | false | 404 | container "other" not found in pod "web-0"
          late  | false | 400 | container "late" in pod "web-0" is not available
          web   | true  | 400 | previous terminated container "web" in pod "web-0" not found
          web   | false | 400 | container "web" in pod "web-0" is waiting to start: ContainerCreating
          """)
  void rejectsSameRequestsAsTheKubelet(
      String container, boolean previous, int code, String message) {
    ApiObject pod = pod("'state':{'waiting':{'reason':'ContainerCreating'}}");

    assertThatThrownBy(() -> new PodLog(pod, PodBehavior.READY, START).of(container, previous))
        .isInstanceOfSatisfying(
            LogException.class, failure -> assertThat(failure.code()).isEqualTo(code))
        .hasMessage(message);
  }

  private static List<String> text(ApiObject pod, String behavior, int seconds)
      throws LogException {
    return texts(log(pod, behavior, seconds, false));
  }

  private static List<String> texts(ContainerLog log) {
    return log.lines().stream().map(LogLine::text).toList();
  }

  private static ContainerLog log(ApiObject pod, String behavior, int seconds, boolean previous)
      throws LogException {
    return new PodLog(pod, PodBehavior.parse(behavior), START.plusSeconds(seconds))
        .of("web", previous);
  }

  private static ApiObject pod(String status) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"web-0","namespace":"default"},
        "spec":{"nodeName":"node-1","containers":[{"name":"web"},{"name":"late"}]},
        "status":{"containerStatuses":[{"name":"web",%s}]}}
        """
            .formatted(status.replace('\'', '"')));
  }
}
