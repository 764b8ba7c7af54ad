package io.listwatch.workloads.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplicaProposalTest {
  private static final Map<String, Long> REQUESTS = Map.of("a", 1000L, "b", 1000L, "c", 1000L);

  @ParameterizedTest
  @CsvSource({
    // Usage of both pods, target, replicas: 10 % around the target change nothing.
    "500, 500, 50, 2",
    "540, 540, 50, 2",
    "900, 900, 50, 4",
    "1000, 500, 50, 3",
    "100, 100, 50, 1",
  })
  void proposesReplicasInProportionToTheUtilization(long a, long b, int target, int replicas)
      throws MetricFailure {
    PodGroups pods = pods(Map.of("a", a, "b", b), Set.of(), Set.of());

    assertThat(propose(2, target, pods).replicas()).isEqualTo(replicas);
  }

  @Test
  void podsWithoutMetricsSlowScalingInBothDirections() throws MetricFailure {
    PodGroups busy = pods(Map.of("a", 1000L, "b", 1000L), Set.of(), Set.of("c"));
    PodGroups idle = pods(Map.of("a", 10L, "b", 10L), Set.of(), Set.of("c"));

    assertThat(propose(3, 50, busy).replicas()).isEqualTo(4);
    assertThat(propose(3, 50, idle).replicas()).isEqualTo(3);
  }

  @Test
  void podsThatStartCountAsIdleWhenScalingUp() throws MetricFailure {
    PodGroups pods = pods(Map.of("a", 1000L), Set.of("b"), Set.of());

    assertThat(propose(2, 50, pods).replicas()).isEqualTo(2);
  }

  @Test
  void reportsUtilizationAndAverage() throws MetricFailure {
    ReplicaProposal proposal =
        propose(2, 50, pods(Map.of("a", 300L, "b", 500L), Set.of(), Set.of()));

    assertThat(proposal.utilization()).isEqualTo(40);
    assertThat(proposal.average()).isEqualTo(400);
  }

  @Test
  void proposesReplicasForAnAverageValue() throws MetricFailure {
    PodGroups pods = pods(Map.of("a", 3000L, "b", 1000L), Set.of(), Set.of());

    ReplicaProposal proposal =
        ReplicaProposal.forAverage(2, 1000, pods, ReplicaProposal.Tolerance.DEFAULT);

    assertThat(proposal.replicas()).isEqualTo(4);
    assertThat(proposal.utilization()).isNull();
  }

  @Test
  void rejectsPodsWithoutAnyMetric() {
    assertThatThrownBy(() -> propose(1, 50, pods(Map.of(), Set.of("a"), Set.of())))
        .isInstanceOf(MetricFailure.class)
        .hasMessageContaining("did not receive metrics");
  }

  private static ReplicaProposal propose(int current, int target, PodGroups pods)
      throws MetricFailure {
    return ReplicaProposal.forUtilization(
        current, target, pods, REQUESTS, ReplicaProposal.Tolerance.DEFAULT);
  }

  private static PodGroups pods(Map<String, Long> usage, Set<String> unready, Set<String> missing) {
    var measured = new HashMap<String, PodUsage>();
    usage.forEach(
        (pod, milli) ->
            measured.put(pod, new PodUsage(milli, Instant.EPOCH, Duration.ofSeconds(30))));
    return new PodGroups(usage.size(), unready, missing, measured);
  }
}
