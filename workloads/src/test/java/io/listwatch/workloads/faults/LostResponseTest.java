package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The response to the creation of a pod is lost while the informer of pods is behind. Controllers
 * used to create the pod twice.
 */
final class LostResponseTest {
  private final FaultyCluster cluster;

  LostResponseTest() throws InterruptedException {
    cluster = new FaultyCluster(new Random(1));
  }

  @BeforeEach
  void loseTheFirstResponse() {
    cluster.inject("{\"do\":\"hold\",\"resource\":\"pods\",\"userAgent\":\"listwatch-workloads\"}");
    cluster.inject(
        "{\"do\":\"cut\",\"verb\":\"create\",\"resource\":\"pods\",\"at\":\"start\","
            + "\"userAgent\":\"listwatch-workloads\"}");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void replicaSetCreatesNoSurplusPod() throws InterruptedException {
    cluster.create(
        Types.REPLICA_SETS,
        """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web"},"spec":{"replicas":3,
        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"web","image":"web"}]}}}}
        """);

    awaitStatus(Types.REPLICA_SETS, "web", "replicas", 3);

    assertThat(pods()).hasSize(3);
  }

  @Test
  void indexedJobHasOnePodForEachIndex() throws InterruptedException {
    cluster.create(
        JobController.JOBS,
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"sum"},"spec":{"completions":3,
        "parallelism":3,"completionMode":"Indexed","template":{"spec":{"restartPolicy":"Never",
        "containers":[{"name":"sum","image":"sum"}]}}}}
        """);

    awaitStatus(JobController.JOBS, "sum", "active", 3);

    assertThat(pods())
        .extracting(pod -> pod.annotation("batch.kubernetes.io/job-completion-index").orElseThrow())
        .containsExactlyInAnyOrder("0", "1", "2");
  }

  private void awaitStatus(ResourceType type, String name, String field, int count) {
    cluster.eventually(
        () ->
            cluster.resources(type).get(name).orElseThrow().status().path(field).asInt() == count);
  }

  private List<ApiObject> pods() throws InterruptedException {
    return cluster.resources(Types.PODS).list().items();
  }
}
