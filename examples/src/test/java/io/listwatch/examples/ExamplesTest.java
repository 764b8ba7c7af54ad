package io.listwatch.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every example runs and prints what its page shows. */
@Timeout(240)
final class ExamplesTest {
  @Test
  @Tag("curl")
  void corednsShowsAChunkPerEventAndAnEmptyOneAtTheEnd() throws Exception {
    String shown = Play.of("coredns").run();

    assertThat(shown)
        .contains("transfer-encoding: chunked")
        .containsSubsequence(
            "{\"type\":\"ADDED\"", "{\"type\":\"MODIFIED\"", "0       (a chunk of 0")
        .containsPattern("(?m)^[0-9a-f]+ +\\(a chunk of \\d+ bytes\\)\\R\\{\"type\":\"ADDED\"")
        .containsPattern("(?m)^[0-9a-f]+ +\\(a chunk of \\d+ bytes\\)\\R\\{\"type\":\"MODIFIED\"");
  }

  @Test
  void lifeShowsTheEventsOfADeletedPod() throws Exception {
    var timers = new ManualTimers();
    var play = Play.of("life").timers(timers).traced().start();

    play.await("deleted:(?s:.*)  Running");
    timers.awaitPending(1);
    timers.advance(Duration.ofSeconds(2));
    String shown = play.end();

    String afterwards = shown.substring(shown.indexOf("deleted:"));
    assertThat(afterwards)
        .containsSubsequence(
            "MODIFIED",
            "deletionTimestamp is set, 2 s left",
            "ADDED",
            "Pending",
            "MODIFIED",
            "Pending, PodScheduled to node-1",
            "MODIFIED",
            "ContainerCreating",
            "MODIFIED",
            "Running",
            "DELETED");
    assertThat(shown)
        .contains("list     ListerWatcher", "watch    Reflector", "list by a watch")
        .doesNotContain("watch after");
  }

  @Test
  void resumeContinuesInTimeAndListsAgainWhenTooLate() throws Exception {
    String shown = Play.of("resume").traced().run();

    assertThat(shown)
        .containsSubsequence(
            "WATCH after 10",
            "MODIFIED  default/a  at 11",
            "WATCH after 11",
            "MODIFIED  default/a  at 12",
            "MODIFIED  default/a  at 13",
            "WATCH after 13",
            "ERROR     410 Expired",
            "LIST again: 2 objects")
        .containsSubsequence(
            "delete  default/b (not seen, but it is gone)",
            "add     default/c",
            "recovered from: Expired")
        .contains("list     ListerWatcher", "watch    Reflector");
  }

  @Test
  void bookmarksSaveAList() throws Exception {
    String shown = Play.of("bookmarks").run();

    assertThat(shown)
        .contains("the one without bookmarks: 109")
        .contains("the one with bookmarks opens a watch after 210, and has missed nothing")
        .contains("the one without gets 410, and lists 100 objects again");
  }

  @Test
  void backoffWaitsAreWithinTheTable() throws Exception {
    List<String> rows = Play.of("backoff").run().lines().skip(1).toList();

    assertThat(rows).hasSize(14).noneMatch(row -> row.contains("out of range"));
    for (String row : rows) {
      List<Double> numbers =
          Pattern.compile("[\\d.]+(?= s)")
              .matcher(row)
              .results()
              .map(each -> Double.valueOf(each.group()))
              .toList();
      assertThat(numbers.get(2))
          .as(row)
          .isGreaterThanOrEqualTo(numbers.get(0))
          .isLessThan(numbers.get(1) + 0.001);
    }
  }

  @Test
  void slowHandlerDoesNotDelayOthersAndItsBacklogIsBounded() throws Exception {
    String shown = Play.of("slow").run();

    assertThat(shown)
        .containsSubsequence(
            "slow             0        32",
            "quick-1        310         0        0",
            "quick-4        310         0        0",
            "It continues")
        // 33 if the handler had started its first call before the queue filled up.
        .containsPattern("slow            3[23]         0");
  }

  @Test
  void controllerWritesGreetings() throws Exception {
    String shown = Play.of("controller").run();

    assertThat(shown).containsSubsequence("Hello, Ada", "overwrites", "Hello, Ada", "Hello, Bo");
  }

  @Test
  void traceShowsEveryStepOfTheController() throws Exception {
    String shown = Play.of("controller").traced().run();

    assertThat(shown)
        .containsSubsequence(
            "list     ListerWatcher",
            "watch    Reflector",
            "delta    FIFO",
            "index    Indexer",
            "handler  handler",
            "queue    workqueue      greeter: take default/card");
  }

  @Test
  void operatorKeepsAGardenFromItsCreationToItsDeletion() throws Exception {
    String shown = Play.of("operator").run();

    assertThat(shown)
        .containsSubsequence(
            "created: a rose grows",
            "in the greenhouse: [default/rosebed]",
            "a user planted a weed; now: rose",
            "rejected: spec.flower: thistle (expected: rose or lily)",
            "changed: a lily grows",
            "deleted, and the bed with it; in the greenhouse: []");
  }

  @Test
  void mostBytesOfAnEventAreUnchanged() throws Exception {
    String shown = Play.of("bytes").run();

    assertThat(shown).containsPattern("unchanged was \\d+ of \\d+ bytes: [5-9]\\d %");
  }

  @Test
  void requestDuringAWatchGetsItsResponseAfterIt() throws Exception {
    String shown = Play.of("oneway").run();

    assertThat(shown)
        .containsSubsequence(
            "--> GET /version", "ADDED", "0: the last chunk", "response to /version");
  }
}
