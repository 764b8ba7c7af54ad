package io.listwatch.controller;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Safety and liveness of an election, however badly its candidates and their lease behave. */
final class LeaderElectionProperties {
  private static final Duration RETRY = ElectionSimulation.POLICY.retryPeriod();

  /** Maximum time between two attempts: 2.2 retry periods. */
  private static final Duration ATTEMPT = RETRY.multipliedBy(22).dividedBy(10);

  /**
   * The time of one attempt to see the lease, the lease's duration, one attempt to acquire it, and
   * one attempt to spare.
   */
  private static final Duration UNTIL_SOMEBODY_LEADS =
      ElectionSimulation.POLICY.leaseDuration().plus(ATTEMPT.multipliedBy(3));

  @Property(tries = 200)
  void atMostOneLeadsAndEveryTermHasAGreaterToken(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int candidates) {
    var election = new ElectionSimulation(seed, candidates);

    election.run(ofHours(1));

    assertThat(election.tokens()).isNotEmpty().isSorted().doesNotHaveDuplicates();
  }

  @Property(tries = 100)
  void aCandidateLeadsSoonAfterTheLastFailureAndKeepsLeading(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int candidates,
      @ForAll @IntRange(max = 30) int minutes) {
    var election = new ElectionSimulation(seed, candidates);
    election.run(ofMinutes(minutes));

    election.calm();
    election.run(UNTIL_SOMEBODY_LEADS);
    var first = new HashSet<>(election.leading());
    election.run(ofMinutes(10));

    assertThat(first).hasSize(1);
    assertThat(election.leading()).containsExactlyElementsOf(first);
  }
}
