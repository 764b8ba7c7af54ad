package io.listwatch.workloads.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A ReplicaSet that shrinks keeps the pods that serve, as long as it has others to delete. */
final class DeletionOrderProperties {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  @Property(tries = 300)
  void servingPodsAreDeletedLast(
      @ForAll @IntRange(min = 1, max = 12) int count,
      @ForAll @IntRange(max = 14) int surplus,
      @ForAll Random random) {
    List<ApiObject> pods = pods(count, random);

    List<ApiObject> chosen = DeletionOrder.choose(pods, pods, surplus, NOW);

    assertThat(new HashSet<>(chosen)).hasSize(Math.min(surplus, count));
    List<ApiObject> kept = pods.stream().filter(pod -> !chosen.contains(pod)).toList();
    for (ApiObject deleted : chosen) {
      if (Pods.ready(deleted)) {
        assertThat(kept).as("kept instead of %s", deleted).allMatch(Pods::ready);
      }
      if (!Pods.node(deleted).isEmpty()) {
        assertThat(kept)
            .as("kept instead of %s", deleted)
            .noneMatch(pod -> Pods.node(pod).isEmpty());
      }
    }
  }

  @Property(tries = 100)
  void choiceDoesNotDependOnTheOrderOfPods(
      @ForAll @IntRange(min = 2, max = 12) int count, @ForAll Random random) {
    List<ApiObject> pods = pods(count, random);
    var shuffled = new ArrayList<>(pods);
    Collections.shuffle(shuffled, random);

    assertThat(DeletionOrder.choose(shuffled, shuffled, count / 2, NOW))
        .isEqualTo(DeletionOrder.choose(pods, pods, count / 2, NOW));
  }

  private static List<ApiObject> pods(int count, Random random) {
    var pods = new ArrayList<ApiObject>();
    for (int i = 0; i < count; i++) {
      pods.add(pod(i, random));
    }
    return pods;
  }

  /** Returns a pod in one of the states that it goes through: waiting, starting, ready. */
  private static ApiObject pod(int number, Random random) {
    int state = random.nextInt(3);
    Instant since = NOW.minusSeconds(1 + random.nextInt(100_000));
    return ControllerFixture.object(
        """
        {"metadata":{"name":"p-%1$d","namespace":"default","uid":"p-%1$d",
        "creationTimestamp":"%2$s"},"spec":{%3$s},
        "status":{"phase":"%4$s","conditions":[{"type":"Ready","status":"%5$s",
        "lastTransitionTime":"%2$s"}]}}
        """
            .formatted(
                number,
                since,
                state == 0 ? "" : "\"nodeName\":\"node-" + random.nextInt(3) + "\"",
                state == 2 ? "Running" : "Pending",
                state == 2 ? "True" : "False"));
  }
}
