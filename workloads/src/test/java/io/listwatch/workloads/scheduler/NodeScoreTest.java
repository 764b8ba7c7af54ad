package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.scheduler.SchedulerObjects.node;
import static io.listwatch.workloads.scheduler.SchedulerObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node {@code a} is used, {@code b} is not. Preferences count for more than usage. */
final class NodeScoreTest {
  private static final String CPU =
      "{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}";

  private final NodeState a = node("a", "east", "{}");
  private final NodeState b = node("b", "west", "{}");

  NodeScoreTest() {
    ApiObject running = pod("running", "db", CPU);
    a.add(PodInfo.of(running));
  }

  @Test
  void leastUsedNodeIsBest() {
    assertThat(best(pod("p", "web", "{}"))).isEqualTo("b");
  }

  @Test
  void equalNodesAreOrderedByName() {
    NodeState c = node("c", "west", "{}");

    assertThat(order(pod("p", "web", "{}"), List.of(c, b))).containsExactly("b", "c");
  }

  @Test
  void preferredNodeAffinityOutweighsUsage() {
    String spec =
        "{\"affinity\":{\"nodeAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":"
            + "[{\"weight\":1,\"preference\":{\"matchExpressions\":[{\"key\":\"zone\","
            + "\"operator\":\"In\",\"values\":[\"east\"]}]}}]}}}";

    assertThat(best(pod("p", "web", spec))).isEqualTo("a");
  }

  @Test
  void untoleratedPreferenceOutweighsNodeAffinity() {
    NodeState avoided =
        node("avoided", "west", "{\"taints\":[{\"key\":\"x\",\"effect\":\"PreferNoSchedule\"}]}");

    assertThat(order(pod("p", "web", "{}"), List.of(avoided, a))).containsExactly("a", "avoided");
    assertThat(
            order(
                pod("p", "web", "{\"tolerations\":[{\"operator\":\"Exists\"}]}"),
                List.of(a, avoided)))
        .containsExactly("avoided", "a");
  }

  /** The terms select pods with the label app=db, of which the node a has one. */
  @ParameterizedTest
  @CsvSource({"podAffinity, a", "podAntiAffinity, b"})
  void preferredPodAffinityAttractsOrRepels(String kind, String best) {
    assertThat(best(pod("p", "web", "{\"affinity\":{" + preferred(kind, 5) + "}}")))
        .isEqualTo(best);
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 2", "3, 5, -2", "4, 4, 0"})
  void weightsAddUp(int attraction, int repulsion, int expected) {
    ApiObject pod =
        pod(
            "p",
            "web",
            "{\"affinity\":{%s,%s}}"
                .formatted(
                    preferred("podAffinity", attraction), preferred("podAntiAffinity", repulsion)));

    PodAffinity affinity = SchedulerObjects.cycle(pod, List.of(a, b)).podAffinity();

    assertThat(affinity.preference(a)).isEqualTo(expected);
    assertThat(affinity.preference(b)).isZero();
  }

  @Test
  void podsOfTheSameControllerAreSpread() {
    String owner =
        ",\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"r\","
            + "\"uid\":\"r\",\"controller\":true}]}}";
    ApiObject sibling = owned("sibling", owner);
    b.add(PodInfo.of(sibling));

    assertThat(best(owned("p", owner))).isEqualTo("a");
  }

  @Property(tries = 100)
  void orderDoesNotDependOnTheOrderOfNodes(
      @ForAll @IntRange(min = 1, max = 6) int count, @ForAll Random random) {
    List<NodeState> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NodeState node = node("node-" + i, "zone-" + random.nextInt(2), "{}");
      for (int used = random.nextInt(3); used > 0; used--) {
        ApiObject running = pod("running-" + i + "-" + used, "db", CPU);
        node.add(PodInfo.of(running));
      }
      nodes.add(node);
    }
    ApiObject pod = pod("p", "web", "{\"affinity\":{" + preferred("podAffinity", 1) + "}}");
    List<NodeState> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, random);

    assertThat(order(pod, shuffled)).isEqualTo(order(pod, nodes));
  }

  private String best(ApiObject pod) {
    return order(pod, List.of(a, b)).get(0);
  }

  private static List<String> order(ApiObject pod, List<NodeState> nodes) {
    CycleState cycle = SchedulerObjects.cycle(pod, nodes);
    return nodes.stream()
        .map(node -> NodeScore.of(cycle, node))
        .sorted(NodeScore.BEST_FIRST)
        .map(score -> score.node().name())
        .toList();
  }

  private static ApiObject owned(String name, String owner) {
    return ControllerFixture.object(
        "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\"".formatted(name)
            + owner.substring(0, owner.length() - 1)
            + ",\"spec\":{}}");
  }

  private static String preferred(String kind, int weight) {
    return """
    "%s":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":%d,"podAffinityTerm":
    {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"db"}}}}]}
    """
        .formatted(kind, weight);
  }
}
