package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.scheduler.SchedulerObjects.cycle;
import static io.listwatch.workloads.scheduler.SchedulerObjects.node;
import static io.listwatch.workloads.scheduler.SchedulerObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** For random pods: no node is overcommitted, and affinity and spread constraints hold. */
final class SchedulingProperties {
  private static final String APART =
      """
      "affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
      {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"shy"}}}]}},
      """;

  private static final String SPREAD =
      """
      "topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"zone","whenUnsatisfiable":
      "DoNotSchedule","labelSelector":{"matchLabels":{"app":"even"}}}],
      """;

  @Property(tries = 200)
  void noNodeIsOvercommitted(
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(max = 30) int pods,
      @ForAll Random random) {
    List<NodeState> all = nodes(nodes);
    for (int i = 0; i < pods; i++) {
      ApiObject pod =
          pod("pod-" + i, "web", containers(random.nextInt(2500), random.nextInt(1200)));
      schedule(pod, all);
    }

    for (NodeState node : all) {
      for (Map.Entry<String, Long> each : node.allocatable().quantities().entrySet()) {
        assertThat(node.used().of(each.getKey())).isLessThanOrEqualTo(each.getValue());
      }
    }
  }

  @Property(tries = 200)
  void podsWithAntiAffinityAreAloneInTheirZone(
      @ForAll @IntRange(min = 1, max = 6) int nodes, @ForAll @IntRange(max = 10) int pods) {
    List<NodeState> all = nodes(nodes);
    for (int i = 0; i < pods; i++) {
      schedule(pod("pod-" + i, "shy", "{" + APART + "\"containers\":[]}"), all);
    }

    assertThat(perZone(all).values()).allMatch(count -> count <= 1);
  }

  @Property(tries = 200)
  void skewStaysWithinItsMaximum(
      @ForAll @IntRange(min = 1, max = 6) int nodes, @ForAll @IntRange(max = 30) int pods) {
    List<NodeState> all = nodes(nodes);
    for (int i = 0; i < pods; i++) {
      schedule(pod("pod-" + i, "even", "{" + SPREAD + "\"containers\":[]}"), all);
    }

    List<Integer> counts = perZone(all).values().stream().sorted().toList();
    assertThat(counts.get(counts.size() - 1) - counts.get(0)).isLessThanOrEqualTo(1);
  }

  private static List<NodeState> nodes(int count) {
    var nodes = new ArrayList<NodeState>();
    for (int i = 0; i < count; i++) {
      nodes.add(node("node-" + i, "zone-" + i % 3, "{}"));
    }
    return nodes;
  }

  private static String containers(int cpu, int memory) {
    return "{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"}}}]}"
        .formatted(cpu, memory);
  }

  private static void schedule(ApiObject pod, List<NodeState> nodes) {
    CycleState cycle = cycle(pod, nodes);
    Optional<NodeState> best =
        nodes.stream()
            .filter(node -> NodeFilter.rejection(cycle, node).isEmpty())
            .map(node -> NodeScore.of(cycle, node))
            .min(NodeScore.BEST_FIRST)
            .map(NodeScore::node);
    best.ifPresent(node -> node.add(cycle.info()));
  }

  private static Map<String, Integer> perZone(List<NodeState> nodes) {
    var counts = new HashMap<String, Integer>();
    for (NodeState node : nodes) {
      String zone = String.valueOf(node.labels().value("zone"));
      counts.merge(zone, node.pods().size(), Integer::sum);
    }
    return counts;
  }
}
