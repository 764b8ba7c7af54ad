package io.listwatch.workloads.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Evicting as many pods as a budget allows leaves as many healthy pods as the budget wants. */
final class DisruptionProperties {
  @Property
  void evictionsLeaveEnoughHealthyPods(
      @ForAll @IntRange(max = 50) int limit,
      @ForAll @IntRange(max = 50) int expected,
      @ForAll @IntRange(max = 50) int healthy,
      @ForAll boolean available) {
    DisruptionCounts counts =
        available
            ? DisruptionCounts.ofMinAvailable(limit, expected, healthy)
            : DisruptionCounts.ofMaxUnavailable(limit, expected, healthy);

    int allowed = counts.allowed();

    assertThat(allowed).isBetween(0, healthy);
    if (allowed > 0) {
      int left = healthy - allowed;
      assertThat(left).isGreaterThanOrEqualTo(available ? limit : expected - limit);
    }
  }
}
