package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.scheduler.SchedulerObjects.node;
import static io.listwatch.workloads.scheduler.SchedulerObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopologySpreadTest {
  private static final String TAINTED =
      "{\"taints\":[{\"key\":\"gpu\",\"effect\":\"NoSchedule\"}]}";

  /** East has a pod, west has none. */
  private final NodeState east = node("east", "east", "{}");

  private final NodeState west = node("west", "west", "{}");

  TopologySpreadTest() {
    east.add(PodInfo.of(pod("one", "web", "{}")));
  }

  @Test
  void emptiestDomainIsAllowed() {
    ApiObject pod = pod("two", "web", spread(""));

    assertThat(allows(pod, east, List.of(east, west))).isFalse();
    assertThat(allows(pod, west, List.of(east, west))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false"})
  void missingDomainIsTheEmptiest(int minDomains, boolean allowed) {
    ApiObject pod = pod("two", "web", spread("\"minDomains\":" + minDomains));

    assertThat(allows(pod, east, List.of(east))).isEqualTo(allowed);
  }

  @Test
  void podsWithAnotherValueOfAMatchLabelKeyDoNotCount() {
    ApiObject pod =
        pod("two", "web", spread("\"matchLabelKeys\":[\"version\"]"))
            .edited(json -> json.withObject("/metadata/labels").put("version", "2"));

    assertThat(allows(pod, east, List.of(east, west))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"Honor, true", "Ignore, false"})
  void nodeAffinityPolicyDecidesWhetherUnselectedNodesCount(String policy, boolean allowed) {
    String selector = ",\"nodeSelector\":{\"zone\":\"east\"}}";
    String spec = spread("\"nodeAffinityPolicy\":\"" + policy + "\"");
    ApiObject pod = pod("two", "web", spec.substring(0, spec.length() - 1) + selector);

    assertThat(allows(pod, east, List.of(east, west))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"Honor, true", "Ignore, false", "'', false"})
  void nodeTaintsPolicyDecidesWhetherTaintedNodesCount(String policy, boolean allowed) {
    NodeState tainted = node("tainted", "west", TAINTED);
    ApiObject pod =
        pod(
            "two",
            "web",
            spread(policy.isEmpty() ? "" : "\"nodeTaintsPolicy\":\"" + policy + "\""));

    assertThat(allows(pod, east, List.of(east, tainted))).isEqualTo(allowed);
  }

  /**
   * In any order of arrival, placing each pod on an allowed node never exceeds the maximum skew.
   */
  @Property(tries = 100)
  void skewIsNeverExceeded(
      @ForAll @IntRange(min = 1, max = 4) int zones, @ForAll @IntRange(max = 12) int pods) {
    List<NodeState> nodes = new ArrayList<>();
    for (int zone = 0; zone < zones; zone++) {
      nodes.add(node("node-" + zone, "zone-" + zone, "{}"));
    }
    for (int i = 0; i < pods; i++) {
      ApiObject pod = pod("pod-" + i, "web", spread(""));
      NodeState chosen =
          nodes.stream().filter(node -> allows(pod, node, nodes)).findFirst().orElseThrow();
      chosen.add(PodInfo.of(pod));
    }

    assertThat(nodes.stream().mapToInt(node -> node.pods().size()).max().orElse(0))
        .isLessThanOrEqualTo(
            1 + nodes.stream().mapToInt(node -> node.pods().size()).min().orElse(0));
  }

  private static boolean allows(ApiObject pod, NodeState node, List<NodeState> nodes) {
    return SchedulerObjects.cycle(pod, nodes).spread().allows(node);
  }

  private static String spread(String more) {
    return "{\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"zone\",\"whenUnsatisfiable\":"
               + "\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}"
        + (more.isEmpty() ? "" : "," + more)
        + "}]}";
  }
}
