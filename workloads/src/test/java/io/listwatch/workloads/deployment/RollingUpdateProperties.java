package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The bounds of a rolling update hold in every state, also in those that no rollout reaches. */
final class RollingUpdateProperties {
  @Property
  void newSetGrowsNoFurtherThanTheSurge(
      @ForAll @IntRange(max = 20) int replicas,
      @ForAll @IntRange(max = 5) int surge,
      @ForAll @IntRange(max = 30) int newReplicas,
      @ForAll @Size(max = 4) List<@IntRange(max = 20) Integer> old) {
    var posts = new Fenceposts(replicas, surge, 1);

    int size = RollingUpdate.newSize(posts, set("new", newReplicas, 0), sets(old, 0));

    int oldTotal = old.stream().mapToInt(Integer::intValue).sum();
    assertThat(size).isLessThanOrEqualTo(replicas);
    if (size > newReplicas) {
      assertThat(size + oldTotal).isLessThanOrEqualTo(posts.maxTotal());
    }
  }

  @Property
  void oldSetsLeaveEnoughPodsAvailable(
      @ForAll @IntRange(max = 20) int replicas,
      @ForAll @IntRange(max = 5) int unavailable,
      @ForAll @IntRange(max = 20) int newReplicas,
      @ForAll @IntRange(max = 20) int newAvailable,
      @ForAll @Size(max = 4) List<@IntRange(max = 20) Integer> old,
      @ForAll @IntRange(max = 3) int broken) {
    var posts = new Fenceposts(replicas, 1, Math.min(unavailable, replicas));
    SetSize newSet = set("new", newReplicas, Math.min(newAvailable, newReplicas));
    List<SetSize> before = sets(old, broken);

    Map<String, Integer> sizes = RollingUpdate.oldSizes(posts, newSet, before);

    int availableBefore = newSet.available() + SetSize.totalAvailable(before);
    assertThat(newSet.available() + availableAfter(before, sizes))
        .isGreaterThanOrEqualTo(Math.min(availableBefore, posts.minAvailable()));
  }

  @Property
  void everyRolloutEnds(
      @ForAll @IntRange(min = 1, max = 20) int replicas,
      @ForAll @IntRange(max = 5) int surge,
      @ForAll @IntRange(max = 5) int unavailable) {
    int atLeastOne = surge == 0 && unavailable == 0 ? 1 : Math.min(unavailable, replicas);
    var posts = new Fenceposts(replicas, surge, atLeastOne);
    SetSize newSet = set("new", 0, 0);
    SetSize old = set("old", replicas, replicas);
    for (int i = 0; i < 100 && old.replicas() > 0; i++) {
      int size = RollingUpdate.newSize(posts, newSet, List.of(old));
      int left =
          RollingUpdate.oldSizes(posts, newSet, List.of(old)).getOrDefault("old", old.replicas());
      assertThat(size > newSet.replicas() || left < old.replicas()).isTrue();
      newSet = set("new", size, size);
      old = size > 0 && left == old.replicas() ? old : set("old", left, left);
    }

    assertThat(old.replicas()).isZero();
    assertThat(newSet.replicas()).isLessThanOrEqualTo(replicas);
  }

  /** A set deletes its unavailable pods first. */
  private static int availableAfter(List<SetSize> before, Map<String, Integer> sizes) {
    return before.stream()
        .mapToInt(set -> Math.min(set.available(), sizes.getOrDefault(set.name(), set.replicas())))
        .sum();
  }

  private static List<SetSize> sets(List<Integer> replicas, int broken) {
    var sets = new ArrayList<SetSize>();
    for (int each : replicas) {
      sets.add(set("old-" + sets.size(), each, Math.max(0, each - broken)));
    }
    return sets;
  }

  private static SetSize set(String name, int replicas, int available) {
    return new SetSize(name, Instant.EPOCH, replicas, available, -1, 0);
  }
}
