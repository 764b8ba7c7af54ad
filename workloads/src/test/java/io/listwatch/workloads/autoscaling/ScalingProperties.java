package io.listwatch.workloads.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** An autoscaler stays within its bounds and its rates, whatever the metrics say. */
final class ScalingProperties {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @Property
  void replicasStayBetweenMinimumAndMaximum(
      @ForAll @IntRange(min = 1, max = 20) int minimum,
      @ForAll @IntRange(max = 50) int more,
      @ForAll @IntRange(max = 50) int above,
      @ForAll @IntRange(max = 10_000) int proposed,
      @ForAll @Size(max = 5) List<@IntRange(max = 10_000) Integer> earlier,
      @ForAll boolean behavior) {
    int maximum = minimum + more;
    int current = minimum + Math.min(above, more);
    var rules =
        new ScalingRules(behavior ? policies(4, 50) : MissingNode.getInstance(), minimum, maximum);

    int replicas = rules.decide(current, proposed, history(earlier), NOW).replicas();

    assertThat(replicas).isBetween(minimum, maximum);
  }

  @Property
  void policiesBoundBothDirections(
      @ForAll @IntRange(min = 1, max = 200) int current,
      @ForAll @IntRange(max = 10_000) int proposed,
      @ForAll @IntRange(min = 1, max = 20) int pods,
      @ForAll @IntRange(min = 1, max = 100) int percent) {
    var rules = new ScalingRules(policies(pods, percent), 0, Integer.MAX_VALUE);

    int replicas = rules.decide(current, proposed, ScaleHistory.NONE, NOW).replicas();

    // Floating-point rounding may allow one replica more, as in kube-controller-manager.
    int most = 1 + Math.max(pods, (int) Math.ceil(current * percent / 100.0));
    assertThat(replicas).isBetween(Math.max(0, current - most), current + most);
    assertThat(replicas).isBetween(Math.min(current, proposed), Math.max(current, proposed));
  }

  @Property
  void aProposalMovesTowardsTheTarget(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 5_000) Integer> usage,
      @ForAll @IntRange(min = 1, max = 2_000) int target)
      throws MetricFailure {
    Map<String, PodUsage> measured = new HashMap<>();
    usage.forEach(
        milli -> measured.put("p-" + measured.size(), new PodUsage(milli, NOW, Duration.ZERO)));
    var groups = new PodGroups(usage.size(), Set.of(), Set.of(), measured);

    ReplicaProposal proposal =
        ReplicaProposal.forAverage(usage.size(), target, groups, ReplicaProposal.Tolerance.DEFAULT);

    long average = usage.stream().mapToLong(Integer::longValue).sum() / usage.size();
    assertThat(proposal.average()).isEqualTo(average);
    if (average > target) {
      assertThat(proposal.replicas()).isGreaterThanOrEqualTo(usage.size());
    } else {
      assertThat(proposal.replicas()).isLessThanOrEqualTo(usage.size());
    }
  }

  private static ScaleHistory history(List<Integer> proposals) {
    ScaleHistory history = ScaleHistory.NONE;
    for (int i = 0; i < proposals.size(); i++) {
      history = history.withProposal(proposals.get(i), NOW.minusSeconds(15L * (i + 1)));
    }
    return history;
  }

  private static JsonNode policies(int pods, int percent) {
    ObjectNode behavior = JsonNodeFactory.instance.objectNode();
    for (String direction : List.of("scaleUp", "scaleDown")) {
      ObjectNode rules = behavior.putObject(direction).put("stabilizationWindowSeconds", 0);
      var policies = rules.putArray("policies");
      policies.addObject().put("type", "Pods").put("value", pods).put("periodSeconds", 60);
      policies.addObject().put("type", "Percent").put("value", percent).put("periodSeconds", 60);
    }
    return behavior;
  }
}
