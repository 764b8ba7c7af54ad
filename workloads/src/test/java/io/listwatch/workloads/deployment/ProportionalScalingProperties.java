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

/** Scaling in the middle of a rollout keeps the bounds of the Deployment. */
final class ProportionalScalingProperties {
  @Property
  void totalGrowsNoFurtherThanTheSurge(
      @ForAll @IntRange(max = 30) int replicas,
      @ForAll @IntRange(max = 10) int surge,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 20) Integer> sizes,
      @ForAll @IntRange(max = 10) int before) {
    var posts = new Fenceposts(replicas, surge, 0);
    int total = sizes.stream().mapToInt(Integer::intValue).sum();

    Map<String, Integer> scaled =
        ProportionalScaling.sizes(posts, sets(sizes, total + before), total);

    int allowed = replicas == 0 ? 0 : posts.maxTotal();
    assertThat(scaled.values()).allMatch(size -> size >= 0);
    assertThat(scaled.values().stream().mapToInt(Integer::intValue).sum())
        .isLessThanOrEqualTo(Math.max(total, allowed));
  }

  @Property
  void scalingToZeroLeavesNoPod(
      @ForAll @IntRange(max = 10) int surge,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 20) Integer> sizes) {
    int total = sizes.stream().mapToInt(Integer::intValue).sum();

    assertThat(
            ProportionalScaling.sizes(new Fenceposts(0, surge, 0), sets(sizes, total), total)
                .values())
        .allMatch(size -> size == 0);
  }

  private static List<SetSize> sets(List<Integer> sizes, int max) {
    var sets = new ArrayList<SetSize>();
    for (int size : sizes) {
      sets.add(
          new SetSize(
              "set-" + sets.size(), Instant.ofEpochSecond(sets.size()), size, size, -1, max));
    }
    return sets;
  }
}
