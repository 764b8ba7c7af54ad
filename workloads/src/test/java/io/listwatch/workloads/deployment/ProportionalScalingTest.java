package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProportionalScalingTest {
  @Test
  void scalesUpInProportion() {
    assertThat(sizes(20, 0, set("new", 2, 5, 10), set("old", 1, 5, 10)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("new", 10, "old", 10));
  }

  @Test
  void newerSetGetsTheLeftover() {
    assertThat(sizes(6, 0, set("new", 2, 2, 5), set("old", 1, 2, 5)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("new", 4, "old", 2));
  }

  @Test
  void largestSetShrinksMost() {
    assertThat(sizes(5, 0, set("new", 2, 2, 10), set("old", 1, 8, 10)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("new", 1, "old", 4));
  }

  @Test
  void scalesAllSetsToZero() {
    assertThat(sizes(0, 3, set("new", 2, 2, 10), set("old", 1, 8, 10)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("new", 0, "old", 0));
  }

  @Test
  void usesReplicasOfStatusIfASetHasNoMaximum() {
    assertThat(
            ProportionalScaling.sizes(
                new Fenceposts(20, 0, 0), List.of(set("new", 2, 5, 0), set("old", 1, 5, 0)), 10))
        .containsExactlyInAnyOrderEntriesOf(Map.of("new", 10, "old", 10));
  }

  private static Map<String, Integer> sizes(int replicas, int surge, SetSize... sets) {
    return ProportionalScaling.sizes(new Fenceposts(replicas, surge, 0), List.of(sets), 10);
  }

  private static SetSize set(String name, int age, int replicas, int max) {
    return new SetSize(name, Instant.ofEpochSecond(age), replicas, replicas, -1, max);
  }
}
