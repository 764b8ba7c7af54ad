package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl reads the logs of simulated pods. */
@Tag("kubectl")
final class KubectlLogsTest {
  private final TestServer server = TestServer.builder().workloads(1).start();
  private final Path directory;
  private final Kubectl kubectl;

  KubectlLogsTest(@TempDir Path directory) {
    this.directory = directory;
    this.kubectl = new Kubectl(directory.resolve("config"), directory);
  }

  @BeforeEach
  void writeKubeconfig() throws IOException {
    Files.writeString(directory.resolve("config"), server.kubeconfig());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void logShowsTheLifeOfTheContainer() {
    run("web", "ready-after=30s");
    awaitPhase("web", "Running");
    server.faults().time().step(Duration.ofSeconds(31));
    kubectl.run("wait", "pod/web", "--for=condition=Ready", "--timeout=120s");

    assertThat(kubectl.run("logs", "web").lines())
        .containsExactly(
            "container web of pod default/web started on node-1 (simulated: no process runs)",
            "ready after 30000 ms",
            "ready");
    assertThat(kubectl.run("logs", "web", "--tail=1")).isEqualTo("ready");
    assertThat(kubectl.run("logs", "web", "--tail=1", "--timestamps"))
        .matches("\\d{4}-\\S+\\.000000000Z ready");
    assertThat(kubectl.run("logs", "web", "--limit-bytes=9")).isEqualTo("container");
    assertThat(kubectl.run("logs", "web", "--since=10s")).isEqualTo("ready");
  }

  @Test
  void followsLogUntilTheContainerEnds() {
    run("web", "exit=0,exit-after=1h");
    awaitPhase("web", "Running");

    try (Command follow = kubectl.start("logs", "--follow", "web")) {
      follow.out().await("^ready$");
      server.faults().time().step(Duration.ofHours(2));

      assertThat(follow.awaitEnd()).isZero();
      assertThat(follow.out().awaitEnd()).endsWith("completed with exit code 0");
    }
  }

  @Test
  void previousLogShowsTheCrash() {
    run("web", "exit=3,exit-after=1m");
    awaitPhase("web", "Running");
    assertThat(kubectl.fail("logs", "--previous", "web"))
        .contains("previous terminated container \"web\" in pod \"web\" not found");

    server.faults().time().step(Duration.ofSeconds(61));
    await()
        .until(
            () ->
                kubectl
                    .run("get", "pod", "web", "-o", "jsonpath={.status}")
                    .contains("CrashLoopBackOff"));
    server.faults().time().step(Duration.ofSeconds(11));
    await().until(() -> kubectl.run("logs", "web").contains("restart 1"));

    assertThat(kubectl.run("logs", "--previous", "web")).endsWith("crashed with exit code 3");
  }

  @Test
  void reportsWhyThereIsNoLog() {
    run("web", "never-starts");
    await()
        .until(
            () ->
                kubectl
                    .run("get", "pod", "web", "-o", "jsonpath={.status}")
                    .contains("ContainerCreating"));

    assertThat(kubectl.fail("logs", "web")).contains("is waiting to start: ContainerCreating");
    assertThat(kubectl.fail("logs", "web", "-c", "other"))
        .contains("container other is not valid for pod web");
    assertThat(kubectl.fail("logs", "missing")).contains("pods \"missing\" not found");
    assertThat(kubectl.fail("exec", "web", "--", "date"))
        .contains("error dialing backend: this server connects to nodes for logs only");
  }

  private void run(String name, String behavior) {
    server.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %1$s
          annotations: {workloads.listwatch.io/behavior: "%2$s"}
        spec: {containers: [{name: %1$s, image: nginx}]}
        """
            .formatted(name, behavior));
  }

  private void awaitPhase(String pod, String phase) {
    kubectl.run("wait", "pod/" + pod, "--for=jsonpath={.status.phase}=" + phase, "--timeout=120s");
  }
}
