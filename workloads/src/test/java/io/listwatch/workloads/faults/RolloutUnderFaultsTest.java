package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rollouts of a Deployment keep their bounds at every revision, whatever fails. */
final class RolloutUnderFaultsTest {
  private static final int REPLICAS = 4;
  private static final int SURGE = 1;
  private static final int UNAVAILABLE = 1;

  @Test
  void rolloutKeepsItsBoundsAndEnds() throws Exception {
    Seeds.forEach(RolloutUnderFaultsTest.class, RolloutUnderFaultsTest::rollOut);
  }

  private static void rollOut(FaultyCluster cluster) throws Exception {
    var history = new History(cluster, Types.PODS, Types.REPLICA_SETS);
    cluster.create(Types.DEPLOYMENTS, deployment());
    cluster.eventually(() -> rolledOut(cluster));

    for (int image = 2; image <= 4; image++) {
      cluster.disturb(2);
      cluster.patch(Types.DEPLOYMENTS, "web", image(image));
      cluster.disturb(6);
    }
    cluster.calm();

    cluster.eventually(() -> rolledOut(cluster));
    history.replay(new Bounds());
  }

  private static boolean rolledOut(FaultyCluster cluster) throws InterruptedException {
    ApiObject web = cluster.resources(Types.DEPLOYMENTS).get("web").orElseThrow();
    return web.status().path("observedGeneration").asLong() == web.generation()
        && web.status().path("updatedReplicas").asInt() == REPLICAS
        && web.status().path("availableReplicas").asInt() == REPLICAS
        && web.status().path("replicas").asInt() == REPLICAS;
  }

  /** Checks each state of a rollout. */
  private static final class Bounds implements History.Checker {
    /** The largest number of replicas that each ReplicaSet has had. */
    private final Map<String, Integer> largest = new HashMap<>();

    private boolean complete;

    @Override
    public void check(History.State state, ResourceType type, @Nullable ApiObject created) {
      int wanted = 0;
      for (ApiObject set : state.of(Types.REPLICA_SETS)) {
        int replicas = set.spec().path("replicas").asInt();
        largest.merge(set.uid(), replicas, Math::max);
        wanted += replicas;
      }
      assertThat(wanted).as("replicas of all sets").isLessThanOrEqualTo(REPLICAS + SURGE);
      long available =
          state.of(Types.PODS).stream().filter(Pods::active).filter(Pods::ready).count();
      complete |= available == REPLICAS;
      if (complete) {
        assertThat(available).as("available pods").isGreaterThanOrEqualTo(REPLICAS - UNAVAILABLE);
      }
      if (created != null && type.equals(Types.PODS)) {
        checkCreated(state, created.controller().orElseThrow().uid());
      }
    }

    private void checkCreated(History.State state, String set) {
      long pods =
          state.of(Types.PODS).stream()
              .filter(Pods::active)
              .filter(pod -> pod.controller().orElseThrow().uid().equals(set))
              .count();
      assertThat(pods).as("pods of a set").isLessThanOrEqualTo(largest.getOrDefault(set, 0));
    }
  }

  private static String image(int version) {
    return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:%d\"}]}}}}"
        .formatted(version);
  }

  private static String deployment() {
    return """
    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":%d,
    "strategy":{"rollingUpdate":{"maxSurge":%d,"maxUnavailable":%d}},
    "selector":{"matchLabels":{"app":"web"}},
    "template":{"metadata":{"labels":{"app":"web"}},
    "spec":{"containers":[{"name":"web","image":"web:1"}]}}}}
    """
        .formatted(REPLICAS, SURGE, UNAVAILABLE);
  }
}
