package io.listwatch.workloads.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.WorkloadsBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After each step of a script, the objects are those that were recorded from
 * kube-controller-manager: spec, status, conditions and events.
 */
final class RecordingsTest {
  private static final long PATIENCE = Duration.ofSeconds(60).toNanos();

  /** After this time, a scaling may have had other steps than in the recording. */
  private static final long UNTIL_JOINED = Duration.ofSeconds(5).toNanos();

  private static final String NAMESPACE = "default";

  /**
   * Scripts that are not compared from the named step on: the result depends on the order of writes
   * by the test and by two controllers.
   */
  private static final Map<String, String> COMPARED_UNTIL =
      Map.of("deployment-scale-during-rollout", "new pods are ready");

  /**
   * The scripts in which a controller chooses among equal nodes, each time in another order. The
   * choice has to stay the same from one step to the next.
   */
  private static final Set<String> ANY_NODES = Set.of("daemonset-update", "daemonset-surge");

  /**
   * The scripts whose controller acts every 15 seconds or every minute. While the test waits for
   * it, the clock runs faster.
   */
  private static final Set<String> PERIODIC =
      Set.of("autoscaler-cpu", "autoscaler-behavior", "cronjob-history");

  private static final long STEP_OF_CLOCK = Duration.ofMillis(200).toNanos();

  /** The pause between two snapshots, which leaves CPU time to the controllers. */
  private static final long PAUSE = Duration.ofMillis(10).toNanos();

  private static final List<String> NODES = List.of("node-a", "node-b", "node-c");

  private final JumpingTimers timers = new JumpingTimers();

  static Stream<String> scripts() {
    return Script.names().stream();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void controllersMatchKubeControllerManager(String name) throws InterruptedException {
    Storage storage = MemoryStorage.open(new StorageTime(timers));
    ApiServer server =
        ApiServer.start(storage, ApiServerConfig.open(0).with(config -> config.timers(timers)));
    ClientConfig config = ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
    Script script = Script.read(name);
    try (ApiClient client = ApiClient.of(config);
        Workloads workloads = controllers(config, script)) {
      assertThat(workloads).isNotNull();
      replay(script, new ScriptCluster(client, NAMESPACE, timers::now));
    } finally {
      server.close();
      storage.close();
    }
  }

  private Workloads controllers(ClientConfig config, Script script) throws InterruptedException {
    WorkloadsBuilder builder =
        Workloads.builder(config)
            .timers(timers)
            .nodes(0)
            .without("nodes")
            .without("pods")
            .without("scheduler");
    // The other recordings were made without these controllers, because no kubelet renewed a Lease.
    return script.aboutNodes()
        ? builder.start()
        : builder.without("node-lifecycle").without("taint-eviction").start();
  }

  private void replay(Script script, ScriptCluster cluster) throws InterruptedException {
    JsonNode recording = Script.recording(script.name());
    var names = new Names(NAMESPACE);
    var expected = new Snapshot(Map.of());
    List<Map<String, String>> choices =
        ANY_NODES.contains(script.name()) ? permutations(NODES) : List.of(Map.of());
    for (int i = 0; i < script.steps().size(); i++) {
      Script.Step step = script.steps().get(i);
      if (step.title().equals(COMPARED_UNTIL.get(script.name()))) {
        return;
      }
      for (Script.Action action : step.actions()) {
        perform(cluster, action);
      }
      assertThat(recording.path(i).path("step").asText()).isEqualTo(step.title());
      expected = expected.with(recording.path(i).path("changes"));
      Match match = await(script, cluster, names, expected, choices, step.title());
      names = match.names;
      choices = match.choices;
    }
  }

  /** Returns all permutations of some names, as renamings. */
  private static List<Map<String, String>> permutations(List<String> all) {
    var result = new ArrayList<Map<String, String>>();
    permute(all, List.of(), result);
    return result;
  }

  private static void permute(
      List<String> all, List<String> chosen, List<Map<String, String>> result) {
    if (chosen.size() == all.size()) {
      var renaming = new TreeMap<String, String>();
      for (int i = 0; i < all.size(); i++) {
        renaming.put(all.get(i), chosen.get(i));
      }
      result.add(renaming);
    }
    for (String next : all) {
      if (!chosen.contains(next)) {
        permute(all, Stream.concat(chosen.stream(), Stream.of(next)).toList(), result);
      }
    }
  }

  /**
   * A snapshot that equals the recording.
   *
   * @param choices the renamings under which it equals the recording
   */
  private record Match(Names names, List<Map<String, String>> choices) {}

  private void perform(ScriptCluster cluster, Script.Action action) throws InterruptedException {
    if (action.verb().equals("wait")) {
      timers.jump(Duration.parse("PT" + action.argument().asText()));
    } else {
      cluster.perform(action);
    }
  }

  /**
   * Awaits a snapshot and returns its names. Each attempt has names of its own: the objects of a
   * step appear in any order, and names are numbered in the order of those that are there.
   *
   * @param choices renamings of which any may be applied to the expected snapshot
   */
  private Match await(
      Script script,
      ScriptCluster cluster,
      Names names,
      Snapshot expected,
      List<Map<String, String>> choices,
      String step)
      throws InterruptedException {
    long start = System.nanoTime();
    Names attempt = names.copy();
    Snapshot now = Snapshot.of(script, cluster, attempt);
    List<Map<String, String>> fitting = fitting(choices, expected, now);
    long lastJump = start;
    while (fitting.isEmpty() && System.nanoTime() - start < PATIENCE) {
      LockSupport.parkNanos(PAUSE);
      if (PERIODIC.contains(script.name()) && System.nanoTime() - lastJump > STEP_OF_CLOCK) {
        timers.jump(Duration.ofSeconds(1));
        lastJump = System.nanoTime();
      }
      attempt = names.copy();
      now = Snapshot.of(script, cluster, attempt);
      fitting = fitting(choices, expected, now);
      if (System.nanoTime() - start > UNTIL_JOINED && fitting.isEmpty()) {
        fitting = fitting(choices, expected.withJoinedScalings(), now.withJoinedScalings());
      }
    }
    if (fitting.isEmpty()) {
      Snapshot wanted = expected.renamed(choices.get(0));
      String description = script.name() + ": " + step;
      assertThat(differences(wanted, now)).as(description).isEmpty();
      assertThat(now).as(description).isEqualTo(wanted);
    }
    return new Match(attempt, fitting);
  }

  private static List<Map<String, String>> fitting(
      List<Map<String, String>> choices, Snapshot expected, Snapshot actual) {
    return choices.stream().filter(each -> expected.renamed(each).equals(actual)).toList();
  }

  /** Returns the lines that only one side has. */
  private static List<String> differences(Snapshot expected, Snapshot actual) {
    var lines = new ArrayList<String>();
    expected
        .objects()
        .forEach(
            (id, list) ->
                list.stream()
                    .filter(each -> !actual.objects().getOrDefault(id, List.of()).contains(each))
                    .forEach(each -> lines.add("kube-controller-manager: " + id + " " + each)));
    actual
        .objects()
        .forEach(
            (id, list) ->
                list.stream()
                    .filter(each -> !expected.objects().getOrDefault(id, List.of()).contains(each))
                    .forEach(each -> lines.add("here: " + id + " " + each)));
    if (lines.isEmpty() && !expected.equals(actual)) {
      expected
          .objects()
          .forEach(
              (id, list) -> {
                int count = actual.objects().getOrDefault(id, List.of()).size();
                if (count != list.size()) {
                  lines.add("number of " + id + ": " + count + " (expected: " + list.size() + ")");
                }
              });
    }
    return lines;
  }
}
