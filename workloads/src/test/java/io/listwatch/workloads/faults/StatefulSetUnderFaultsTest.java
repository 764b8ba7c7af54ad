package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.statefulset.StatefulSetController;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pods of a StatefulSet come and go in their order at every revision, whatever fails. */
final class StatefulSetUnderFaultsTest {
  private static final int REPLICAS = 3;
  private static final ResourceType SETS = StatefulSetController.STATEFUL_SETS;

  @Test
  void podsKeepTheirOrder() throws Exception {
    Seeds.forEach(StatefulSetUnderFaultsTest.class, StatefulSetUnderFaultsTest::update);
  }

  private static void update(FaultyCluster cluster) throws Exception {
    var history = new History(cluster, Types.PODS);
    cluster.create(
        SETS,
        """
        {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"db"},
        "spec":{"replicas":%d,"serviceName":"db","selector":{"matchLabels":{"app":"db"}},
        "template":{"metadata":{"labels":{"app":"db"}},
        "spec":{"containers":[{"name":"db","image":"db:1"}]}}}}
        """
            .formatted(REPLICAS));

    cluster.disturb(4);
    for (int image = 2; image <= 3; image++) {
      cluster.patch(
          SETS,
          "db",
          "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"db\",\"image\":\"db:%d\"}]}}}}"
              .formatted(image));
      cluster.disturb(6);
    }
    cluster.calm();

    cluster.eventually(() -> updated(cluster));
    history.replay(new Order());
  }

  private static boolean updated(FaultyCluster cluster) throws InterruptedException {
    ApiObject db = cluster.resources(SETS).get("db").orElseThrow();
    return db.status().path("observedGeneration").asLong() == db.generation()
        && db.status().path("updatedReplicas").asInt() == REPLICAS
        && db.status().path("readyReplicas").asInt() == REPLICAS
        && db.status().path("currentRevision").equals(db.status().path("updateRevision"));
  }

  /** Checks each state. */
  private static final class Order implements History.Checker {
    private boolean complete;

    @Override
    public void check(History.State state, ResourceType type, @Nullable ApiObject created) {
      long ready = state.of(Types.PODS).stream().filter(Order::serves).count();
      complete |= ready == REPLICAS;
      if (complete) {
        assertThat(ready).as("ready pods").isGreaterThanOrEqualTo(REPLICAS - 1);
      }
      if (created != null) {
        for (int lower = 0; lower < ordinal(created); lower++) {
          String name = "db-" + lower;
          assertThat(state.of(Types.PODS).stream().filter(pod -> pod.name().equals(name)))
              .as("%s when %s was created", name, created.name())
              .hasSize(1)
              .allMatch(Order::serves);
        }
      }
    }

    private static boolean serves(ApiObject pod) {
      return Pods.active(pod) && Pods.ready(pod);
    }

    private static int ordinal(ApiObject pod) {
      return Integer.parseInt(pod.name().substring("db-".length()));
    }
  }
}
