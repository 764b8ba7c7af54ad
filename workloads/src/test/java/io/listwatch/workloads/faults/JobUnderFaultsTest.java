package io.listwatch.workloads.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Indexed Job whose pods all succeed runs each index once, whatever fails. */
final class JobUnderFaultsTest {
  private static final int COMPLETIONS = 6;

  @Test
  void noIndexRunsTwice() throws Exception {
    Seeds.forEach(JobUnderFaultsTest.class, JobUnderFaultsTest::run);
  }

  private static void run(FaultyCluster cluster) throws Exception {
    var history = new History(cluster, Types.PODS);
    cluster.disturb(1);
    cluster.create(
        JobController.JOBS,
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"sum"},
        "spec":{"completions":%d,"parallelism":2,"completionMode":"Indexed","backoffLimit":0,
        "template":{"spec":{"restartPolicy":"Never",
        "containers":[{"name":"sum","image":"sum"}]}}}}
        """
            .formatted(COMPLETIONS));
    cluster.disturb(12);
    cluster.calm();

    cluster.eventually(() -> complete(cluster));
    history.replay(new Once());
  }

  private static boolean complete(FaultyCluster cluster) throws InterruptedException {
    ApiObject job = cluster.resources(JobController.JOBS).get("sum").orElseThrow();
    return job.status().path("succeeded").asInt() == COMPLETIONS
        && job.condition("Complete").path("status").asText().equals("True");
  }

  /** Keeps the index of each pod. */
  private static final class Once implements History.Checker {
    private final Set<String> indexes = new HashSet<>();

    @Override
    public void check(History.State state, ResourceType type, @Nullable ApiObject created) {
      if (created != null) {
        String index = created.annotation("batch.kubernetes.io/job-completion-index").orElse("");
        assertThat(indexes.add(index)).as("index %s for the first time", index).isTrue();
      }
    }
  }
}
