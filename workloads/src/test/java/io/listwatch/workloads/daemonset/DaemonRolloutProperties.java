package io.listwatch.workloads.daemonset;

import static io.listwatch.workloads.daemonset.DaemonPod.Phase.FAILED;
import static io.listwatch.workloads.daemonset.DaemonPod.Phase.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DaemonRolloutProperties {
  /** The pods of one node. */
  enum State {
    EMPTY,
    OLD,
    OLD_UNAVAILABLE,
    NEW,
    NEW_UNAVAILABLE,
    BOTH,
    BOTH_NEW_UNAVAILABLE
  }

  @Property(tries = 1000)
  void replacingNeverExceedsMaxUnavailable(
      @ForAll @Size(max = 8) List<State> states,
      @ForAll @IntRange(min = 1, max = 3) int maxUnavailable) {
    DaemonRollout step = DaemonRollout.replacing(nodes(states), maxUnavailable);

    long unavailable =
        states.stream().filter(state -> state != State.OLD && state != State.NEW).count();
    long taken = step.delete().stream().filter(DaemonPod::available).count();
    assertThat(taken).isLessThanOrEqualTo(Math.max(0, maxUnavailable - unavailable));
    assertThat(step.delete()).noneMatch(DaemonPod::updated);
    assertThat(step.create()).isEmpty();
  }

  @Property(tries = 1000)
  void surgingNeverDeletesTheOnlyAvailablePodOfNode(
      @ForAll @Size(max = 8) List<State> states, @ForAll @IntRange(min = 1, max = 3) int maxSurge) {
    List<DaemonNode> nodes = nodes(states);

    DaemonRollout step = DaemonRollout.surging(nodes, maxSurge, nodes.size());

    for (DaemonNode node : nodes) {
      boolean before = node.pods().stream().anyMatch(DaemonPod::available);
      boolean after =
          node.pods().stream()
              .filter(pod -> !step.delete().contains(pod))
              .anyMatch(DaemonPod::available);
      assertThat(after).isEqualTo(before);
    }
  }

  @Property(tries = 1000)
  void surgeOnNodesWithAvailablePodIsLimited(
      @ForAll @Size(max = 8) List<State> states, @ForAll @IntRange(min = 1, max = 3) int maxSurge) {
    DaemonRollout step = DaemonRollout.surging(nodes(states), maxSurge, states.size());

    long surging = states.stream().filter(State.BOTH_NEW_UNAVAILABLE::equals).count();
    long started =
        step.create().stream()
            .filter(node -> states.get(Integer.parseInt(node)) == State.OLD)
            .count();
    assertThat(started).isLessThanOrEqualTo(Math.max(0, maxSurge - surging));
  }

  @Example
  void eligibleNodeGetsOnePodAndKeepsTheOldest() {
    assertThat(NodePods.of(node(true, true), false).create()).isTrue();

    NodePods two = NodePods.of(node(true, true, pod("a", true, true), pod("b", true, true)), false);
    assertThat(two.create()).isFalse();
    assertThat(two.delete()).extracting(DaemonPod::name).containsExactly("b");
  }

  @Example
  void ineligibleNodeLosesItsPodUnlessItMayStay() {
    DaemonPod pod = pod("a", true, true);

    assertThat(NodePods.of(node(false, false, pod), false).delete()).containsExactly(pod);
    assertThat(NodePods.of(node(false, true, pod), false).delete()).isEmpty();
  }

  @Example
  void finishedPodIsDeletedSoThatAnotherCanStart() {
    var failed = new DaemonPod("a", FAILED, false, true, false, false, true, Instant.EPOCH);

    NodePods wanted = NodePods.of(node(true, true, failed), false);

    assertThat(wanted.delete()).containsExactly(failed);
    assertThat(wanted.create()).isFalse();
  }

  @Example
  void countsNodesByTheirPods() {
    List<DaemonNode> nodes =
        List.of(
            node(true, true, pod("a", true, true)),
            node(true, true, pod("b", false, false)),
            node(true, true),
            node(false, true, pod("c", true, true)));

    assertThat(DaemonCounts.of(nodes)).isEqualTo(new DaemonCounts(3, 2, 1, 1, 1, 1));
  }

  private static List<DaemonNode> nodes(List<State> states) {
    var nodes = new ArrayList<DaemonNode>();
    for (State state : states) {
      String name = String.valueOf(nodes.size());
      var pods = new ArrayList<DaemonPod>();
      if (state.name().startsWith("OLD") || state.name().startsWith("BOTH")) {
        pods.add(pod("old-" + name, false, state != State.OLD_UNAVAILABLE));
      }
      if (state.name().startsWith("NEW") || state.name().startsWith("BOTH")) {
        pods.add(pod("new-" + name, true, state == State.NEW || state == State.BOTH));
      }
      nodes.add(new DaemonNode(name, true, true, pods));
    }
    return nodes;
  }

  private static DaemonNode node(boolean shouldRun, boolean mayStay, DaemonPod... pods) {
    return new DaemonNode("node", shouldRun, mayStay, List.of(pods));
  }

  private static DaemonPod pod(String name, boolean updated, boolean available) {
    return new DaemonPod(name, RUNNING, false, updated, available, available, true, Instant.EPOCH);
  }
}
