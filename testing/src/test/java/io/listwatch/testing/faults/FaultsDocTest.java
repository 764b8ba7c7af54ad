package io.listwatch.testing.faults;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.listwatch.testing.Fault;
import io.listwatch.testing.Faults;
import io.listwatch.testing.FaultyStreams;
import io.listwatch.testing.HeldEvents;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.Verb;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the program, the calls and the commands that docs/faults.md shows. */
@ListwatchTest
@Timeout(240)
final class FaultsDocTest {
  private static final Path PAGE = Path.of("..", "docs", "faults.md");
  private static final Path THIS =
      Path.of("src/test/java/io/listwatch/testing/faults/FaultsDocTest.java");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COMMAND = Pattern.compile("`(\\{\"do\":[^`]*\\})`");
  private static final Pattern CALL = Pattern.compile("`\\.?([a-z]\\w*\\([^`…]*\\)[^`…]*)`");
  private static final Pattern CURL =
      Pattern.compile("(?m)^curl (-X (\\w+) )?(-d '([^']*)' )?http://127.0.0.1:8080(\\S+)$");

  private final TestServer server;
  private final Faults faults;
  private final Api api;

  FaultsDocTest(TestServer server) {
    this.server = server;
    this.faults = server.faults();
    this.api = new Api(server);
  }

  @AfterEach
  void clear() {
    faults.clear();
  }

  @Test
  void programMatchesThePage() throws IOException {
    List<String> programs = found(PROGRAM).map(each -> each.group(1)).toList();

    assertThat(programs).hasSize(1);
    String source = Files.readString(THIS).replace("static class ResumeTest", "class ResumeTest");
    assertThat(squeezed(source)).contains(squeezed(programs.get(0)));
  }

  private static Stream<MatchResult> found(Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(PAGE)).results();
  }

  /** Removes white space: lines break at different places. */
  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void serverAcceptsEveryCommand() throws Exception {
    List<String> commands = found(COMMAND).map(each -> each.group(1)).toList();
    assertThat(commands).hasSizeGreaterThan(18);

    String hold = "";
    for (String command : commands) {
      if (command.contains("\"await\"") && !command.contains("\"id\"")) {
        continue; // The command would wait for a watch, and there is none.
      }
      // Replaces the page's id by the id of a real fault, and the timeout by a short one.
      String sent =
          command.replace("\"id\":\"1\"", "\"id\":\"" + hold + "\"").replace("\"5s\"}", "\"1ms\"}");
      HttpResponse<String> answer = api.send("POST", "/listwatch/v1/faults", sent);
      assertThat(answer.statusCode()).as(sent + " " + answer.body()).isEqualTo(200);
      if (command.contains("\"hold\"")) {
        hold = answer.body().replaceAll("(?s).*?\"id\":\"(\\d+)\".*", "$1");
      }
    }
  }

  @Test
  void everyCallOfThePageIsInThisFile() throws IOException {
    String source = squeezed(Files.readString(THIS)).replace("\"configmaps\"", "R");

    List<String> calls = found(CALL).map(each -> squeezed(each.group(1))).toList();

    assertThat(calls).hasSizeGreaterThan(15).allSatisfy(each -> assertThat(source).contains(each));
  }

  @Test
  void curlCommandsGetTheResponsesOfThePage() throws Exception {
    List<MatchResult> lines = found(CURL).toList();
    assertThat(lines).hasSize(3);

    for (MatchResult line : lines) {
      String body = line.group(4) == null ? "" : line.group(4);
      String method = line.group(2) != null ? line.group(2) : body.isEmpty() ? "GET" : "POST";
      HttpResponse<String> answer = api.send(method, line.group(5), body);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      if (!body.isEmpty()) {
        String shown = answer.body().strip().replaceAll("\"id\":\"\\d+\"", "\"id\":\"1\"");
        assertThat(Files.readString(PAGE)).contains("prints `" + shown + "`");
      }
    }
  }

  /** Makes the calls in the order of the page's tables. */
  @Test
  @SuppressWarnings("CheckReturnValue")
  void everyCallWorks() throws Exception {
    faults.next(Verb.LIST, "configmaps").times(2).answer(429);
    faults.next(Verb.CREATE, "configmaps").loseAnswer();
    faults.next(Verb.UPDATE, "configmaps").from("listwatch-workloads").answer(409);
    faults.next(Verb.UPDATE, "configmaps").from("listwatch/").answer(409);
    faults.next(Verb.LIST, "configmaps").cutAnswer();
    faults.expireHistory();
    faults.streams("configmaps").expireHistory();
    faults.streams("configmaps").expireHistoryByStatus();
    faults.streams("configmaps").dropMidFrame();
    faults.streams("configmaps").stall();
    faults.streams("configmaps").mismatchDelta();
    faults.streams("configmaps").split(3, Duration.ofMillis(50));
    faults.streams("configmaps").delayBookmarks(Duration.ofSeconds(5));
    faults.streams("configmaps").suppressBookmarks();
    faults.staleLists("configmaps");
    faults.staleInitialEvents("configmaps");
    faults.realistic(42);
    faults.realistic(42, "default");
    faults.realistic();
    HeldEvents hold = faults.hold("configmaps");
    hold.release(1);
    faults.time().freeze();
    faults.time().step(Duration.ofMinutes(1));
    faults.time().resume();
    assertThat(faults.status()).contains("\"seed\":42", "\"frozen\":false");
    Fault fault = faults.next(Verb.GET, "configmaps").times(2).answer(500);
    api.get(Api.MAPS + "/a");
    api.get(Api.MAPS + "/a");
    fault.awaitHits(2, Duration.ofSeconds(5));
    fault.awaitHit();
    assertThat(fault.hits()).isEqualTo(2);
    fault.close();
    faults.clear();
    assertThat(faults.status()).contains("\"faults\":[]");
    try (RawWatch watch = api.watch("&resourceVersion=" + api.create("of-the-page"))) {
      faults.streams("configmaps").awaitOpen();
      faults.streams("configmaps").drop();
      assertThat(watch.chunk()).isNull();
    }
  }

  private static KubernetesClient connect(TestServer server) {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(server.kubeconfig()))
        .build();
  }

  private static void create(KubernetesClient client, String name) {
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .build())
        .create();
  }

  @Test
  void programRuns() {
    new ResumeTest().aDroppedStreamIsResumed(server);
  }

  // Static, so that only programRuns runs it and JUnit does not treat it as a nested test.
  @ListwatchTest
  static class ResumeTest {
    @Test
    void aDroppedStreamIsResumed(TestServer server) {
      FaultyStreams watches = server.faults().streams("configmaps");
      try (KubernetesClient client = connect(server);
          SharedIndexInformer<ConfigMap> informer = client.configMaps().inAnyNamespace().inform()) {
        watches.awaitOpen();

        watches.drop();
        create(client, "greeting");

        await().until(() -> !informer.getStore().list().isEmpty());
      }
    }
  }
}
