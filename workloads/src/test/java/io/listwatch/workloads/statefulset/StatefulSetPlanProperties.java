package io.listwatch.workloads.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class StatefulSetPlanProperties {
  /** The state of one pod; ABSENT if its ordinal has none. */
  enum State {
    ABSENT,
    STARTING,
    AVAILABLE,
    OUTDATED,
    OUTDATED_STARTING,
    TERMINATING,
    FAILED
  }

  @Property(tries = 1000)
  void orderedSetDoesOneThingAtATime(
      @ForAll @IntRange(max = 5) int replicas, @ForAll @Size(max = 7) List<State> states) {
    StatefulSetPlan plan = StatefulSetPlan.of(set(replicas, false, 0, 1), pods(states));

    assertThat(plan.create().size() + plan.delete().size()).isLessThanOrEqualTo(1);
  }

  @Property(tries = 1000)
  void orderedSetCreatesPodOnlyWhenAllBeforeItAreAvailable(
      @ForAll @IntRange(max = 5) int replicas, @ForAll @Size(max = 7) List<State> states) {
    List<StatefulPod> pods = pods(states);

    for (int ordinal : StatefulSetPlan.of(set(replicas, false, 0, 1), pods).create()) {
      assertThat(pods).filteredOn(pod -> pod.ordinal() < ordinal).hasSize(ordinal);
      assertThat(pods)
          .filteredOn(pod -> pod.ordinal() < ordinal)
          .allMatch(pod -> pod.available() && !pod.terminating());
    }
  }

  @Property(tries = 1000)
  void updateNeverExceedsMaxUnavailable(
      @ForAll boolean parallel,
      @ForAll @IntRange(min = 1, max = 3) int maxUnavailable,
      @ForAll @Size(min = 1, max = 6) List<State> states) {
    List<StatefulPod> pods = pods(states);
    StatefulSetPlan plan =
        StatefulSetPlan.of(set(states.size(), parallel, 0, maxUnavailable), pods);

    long available = pods.stream().filter(pod -> !pod.unavailable()).count();
    long deleted = plan.delete().stream().filter(pod -> !pod.unavailable()).count();
    long unavailable = states.size() - available;
    assertThat(deleted).isLessThanOrEqualTo(Math.max(0, maxUnavailable - unavailable));
  }

  @Property(tries = 500)
  void updateLeavesPodsBelowPartition(
      @ForAll boolean parallel,
      @ForAll @IntRange(max = 6) int partition,
      @ForAll @Size(min = 1, max = 6) List<State> states) {
    StatefulSetPlan plan =
        StatefulSetPlan.of(set(states.size(), parallel, partition, 6), pods(states));

    assertThat(plan.delete())
        .filteredOn(pod -> pod.ordinal() < partition)
        .allMatch(StatefulPod::finished);
  }

  @Property(tries = 500)
  void parallelSetCreatesAllMissingPodsAtOnce(
      @ForAll @IntRange(max = 5) int replicas, @ForAll @Size(max = 7) List<State> states) {
    List<StatefulPod> pods = pods(states);

    StatefulSetPlan plan = StatefulSetPlan.of(set(replicas, true, 0, 1), pods);

    long inRange = pods.stream().filter(pod -> pod.ordinal() < replicas).count();
    assertThat(plan.create()).hasSize((int) (replicas - inRange));
  }

  @Example
  void replacesHighestOrdinalFirst() {
    var pods = pods(List.of(State.OUTDATED, State.OUTDATED, State.AVAILABLE));

    assertThat(StatefulSetPlan.of(set(3, false, 0, 1), pods).delete())
        .extracting(StatefulPod::name)
        .containsExactly("web-1");
  }

  @Example
  void onDeleteReplacesNothing() {
    var set = new StatefulSetState(1, 0, false, true, 0, 1, "old", "new", false);

    assertThat(StatefulSetPlan.of(set, pods(List.of(State.OUTDATED))).delete()).isEmpty();
  }

  @Example
  void stopsUnhealthySurplusPodOnlyIfItIsTheFirstUnhealthyOne() {
    var pods = pods(List.of(State.AVAILABLE, State.STARTING, State.STARTING));

    // web-1 is unhealthy, too, and comes first.
    assertThat(StatefulSetPlan.of(set(1, false, 0, 1), pods).delete()).isEmpty();
    assertThat(StatefulSetPlan.of(set(1, false, 0, 1), pods.subList(0, 2)).delete())
        .extracting(StatefulPod::name)
        .containsExactly("web-1");
  }

  @Example
  void startsAtFirstOrdinal() {
    var set = new StatefulSetState(2, 5, true, false, 0, 1, "old", "new", false);

    assertThat(StatefulSetPlan.of(set, List.of()).create()).containsExactly(5, 6);
  }

  @Example
  void rolloutIsOverWhenAllPodsAreUpdatedAndReady() {
    StatefulSetState set = set(2, false, 0, 1);

    ReplicaCounts during = ReplicaCounts.of(set, pods(List.of(State.OUTDATED, State.AVAILABLE)), 0);
    ReplicaCounts after = ReplicaCounts.of(set, pods(List.of(State.AVAILABLE, State.AVAILABLE)), 0);

    assertThat(during).isEqualTo(new ReplicaCounts(2, 2, 2, 1, 1, "old"));
    assertThat(after).isEqualTo(new ReplicaCounts(2, 2, 2, 2, 2, "new"));
  }

  private static StatefulSetState set(
      int replicas, boolean parallel, int partition, int maxUnavailable) {
    return new StatefulSetState(
        replicas, 0, parallel, false, partition, maxUnavailable, "old", "new", false);
  }

  private static List<StatefulPod> pods(List<State> states) {
    var pods = new ArrayList<StatefulPod>();
    for (int ordinal = 0; ordinal < states.size(); ordinal++) {
      State state = states.get(ordinal);
      if (state != State.ABSENT) {
        boolean outdated = state == State.OUTDATED || state == State.OUTDATED_STARTING;
        boolean up = state == State.AVAILABLE || state == State.OUTDATED;
        pods.add(
            new StatefulPod(
                "web-" + ordinal,
                ordinal,
                outdated ? "old" : "new",
                state == State.FAILED,
                up,
                up,
                state == State.TERMINATING));
      }
    }
    return pods;
  }
}
