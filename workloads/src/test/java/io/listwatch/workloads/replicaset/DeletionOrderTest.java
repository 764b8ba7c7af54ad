package io.listwatch.workloads.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeletionOrderTest {
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

  /** The first pod of each row is deleted rather than the second. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          without a node before with one  | node=           phase=Pending | node=n phase=Pending
          Pending before Running          | node=n phase=Pending          | node=n phase=Running
          Unknown before Running          | node=n phase=Unknown          | node=n phase=Running
          not ready before ready          | node=n                        | node=n ready=2026-01-01T00:00:00Z
          cheap before expensive          | node=n cost=-5                | node=n cost=5
          a malformed cost is zero        | node=n cost=-1                | node=n cost=much
          cost does not save from Pending | node=n cost=9 phase=Pending   | node=n cost=0
          ready for a short time first    | node=n ready=2026-01-01T23:59:00Z | node=n ready=2026-01-01T00:00:00Z
          more restarts first             | node=n restarts=3             | node=n restarts=2
          young before old                | node=n created=2026-01-01T23:59:00Z | node=n created=2025-01-01T00:00:00Z
          """)
  void leastValuablePodsComeFirst(String rule, String first, String second) {
    ApiObject one = pod("one", first);
    ApiObject two = pod("two", second);

    assertThat(DeletionOrder.choose(List.of(two, one), List.of(), 1, NOW)).containsExactly(one);
    assertThat(DeletionOrder.choose(List.of(one, two), List.of(), 1, NOW)).containsExactly(one);
  }

  @Test
  void podOnACrowdedNodeComesFirst() {
    ApiObject crowded = pod("crowded", "node=a");
    ApiObject alone = pod("alone", "node=b");
    List<ApiObject> related = List.of(crowded, alone, pod("of another set", "node=a"));

    assertThat(DeletionOrder.choose(List.of(alone, crowded), related, 1, NOW))
        .containsExactly(crowded);
  }

  @Test
  void podsOfSimilarAgesRankTheSame() {
    ApiObject older = pod("a", "node=n created=2026-01-01T00:00:00Z");
    ApiObject younger = pod("b", "node=n created=2026-01-01T00:10:00Z");

    assertThat(DeletionOrder.choose(List.of(younger, older), List.of(), 1, NOW))
        .as("by uid")
        .containsExactly(older);
  }

  @Property(tries = 200)
  void choosesTheSamePodsWhateverTheirOrder(
      @ForAll @IntRange(max = 8) int pods,
      @ForAll @IntRange(max = 10) int count,
      @ForAll Random random) {
    var active = new ArrayList<ApiObject>();
    for (int i = 0; i < pods; i++) {
      active.add(
          pod(
              "pod-" + i,
              "node=%s restarts=%d cost=%d"
                  .formatted(random.nextInt(3), random.nextInt(3), random.nextInt(2))));
    }
    var shuffled = new ArrayList<>(active);
    Collections.shuffle(shuffled, random);

    List<ApiObject> chosen = DeletionOrder.choose(active, active, count, NOW);

    assertThat(chosen).hasSize(Math.min(pods, count)).doesNotHaveDuplicates().isSubsetOf(active);
    assertThat(DeletionOrder.choose(shuffled, active, count, NOW))
        .containsExactlyInAnyOrderElementsOf(chosen);
  }

  private static ApiObject pod(String name, String words) {
    ApiObject pod =
        ControllerFixture.object(
            """
            {"metadata":{"name":"%1$s","namespace":"default","uid":"%1$s",
            "creationTimestamp":"2026-01-01T00:00:00Z","annotations":{}},
            "spec":{},"status":{"phase":"Running","containerStatuses":[{"restartCount":0}]}}
            """
                .formatted(name));
    for (String word : words.trim().split(" +", -1)) {
      pod = with(pod, word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
    }
    return pod;
  }

  private static ApiObject with(ApiObject pod, String name, String value) {
    return pod.edited(
        json -> {
          switch (name) {
            case "node" -> json.withObject("/spec").put("nodeName", value);
            case "phase" -> json.withObject("/status").put("phase", value);
            case "created" -> json.withObject("/metadata").put("creationTimestamp", value);
            case "cost" ->
                json.withObject("/metadata/annotations")
                    .put("controller.kubernetes.io/pod-deletion-cost", value);
            case "restarts" ->
                json.withObject("/status")
                    .putArray("containerStatuses")
                    .addObject()
                    .put("restartCount", Integer.parseInt(value));
            default ->
                json.withObject("/status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "Ready")
                    .put("status", "True")
                    .put("lastTransitionTime", value);
          }
        });
  }
}
