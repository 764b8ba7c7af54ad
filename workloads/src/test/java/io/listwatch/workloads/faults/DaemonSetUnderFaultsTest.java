package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.daemonset.DaemonSetController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A DaemonSet has one pod on each node, and updates one node at a time, whatever fails. */
final class DaemonSetUnderFaultsTest {
  private static final int NODES = 2;
  private static final ResourceType SETS = DaemonSetController.DAEMON_SETS;

  @Test
  void eachNodeHasOnePod() throws Exception {
    Seeds.forEach(
        DaemonSetUnderFaultsTest.class,
        List.of("pods", "daemonsets.apps", "controllerrevisions.apps", "nodes"),
        DaemonSetUnderFaultsTest::update);
  }

  private static void update(FaultyCluster cluster) throws Exception {
    var history = new History(cluster, Types.PODS);
    cluster.create(
        SETS,
        """
        {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},
        "spec":{"selector":{"matchLabels":{"app":"agent"}},
        "updateStrategy":{"rollingUpdate":{"maxUnavailable":1}},
        "template":{"metadata":{"labels":{"app":"agent"}},
        "spec":{"containers":[{"name":"agent","image":"agent:1"}]}}}}
        """);

    cluster.disturb(3);
    cluster.calm();
    cluster.eventually(() -> updated(cluster));
    for (int image = 2; image <= 3; image++) {
      cluster.patch(
          SETS,
          "agent",
          "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"agent\",\"image\":\"agent:%d\"}]}}}}"
              .formatted(image));
      cluster.disturb(6);
    }
    cluster.calm();

    cluster.eventually(() -> updated(cluster));
    history.replay(new OnePodPerNode());
  }

  private static boolean updated(FaultyCluster cluster) throws InterruptedException {
    ApiObject agent = cluster.resources(SETS).get("agent").orElseThrow();
    return agent.status().path("observedGeneration").asLong() == agent.generation()
        && agent.status().path("updatedNumberScheduled").asInt() == NODES
        && agent.status().path("numberAvailable").asInt() == NODES;
  }

  /** Checks each state. */
  private static final class OnePodPerNode implements History.Checker {
    private boolean complete;

    @Override
    public void check(History.State state, ResourceType type, @Nullable ApiObject created) {
      List<ApiObject> active = state.of(Types.PODS).stream().filter(Pods::active).toList();
      assertThat(active).extracting(OnePodPerNode::node).doesNotHaveDuplicates();
      long ready = active.stream().filter(Pods::ready).count();
      complete |= ready == NODES;
      if (complete) {
        assertThat(ready).as("ready pods").isGreaterThanOrEqualTo(NODES - 1);
      }
    }

    private static String node(ApiObject pod) {
      return pod.spec()
          .at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
          .at("/nodeSelectorTerms/0/matchFields/0/values/0")
          .asText();
    }
  }
}
