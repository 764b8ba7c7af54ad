package io.listwatch.workloads.job;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.job.JobController.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.client.DeleteOptions;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("job-controller", JobController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void completesAfterAllCompletions() throws InterruptedException {
    create("\"parallelism\":2,\"completions\":3");
    List<ApiObject> first = cluster.awaitPods(2);

    succeed(first.get(0));
    succeed(first.get(1));
    succeed(cluster.awaitPods(1).get(0));

    eventually(() -> conditions().equals(List.of("SuccessCriteriaMet", "Complete")));
    JsonNode status = status();
    assertThat(status.path("succeeded").asInt()).isEqualTo(3);
    assertThat(status.path("completionTime").isTextual()).isTrue();
    assertThat(status.path("uncountedTerminatedPods").isEmpty()).isTrue();
    assertThat(cluster.list(Types.PODS)).noneMatch(JobPodReader::tracked);
    eventually(() -> cluster.eventReasons("work").contains("Completed"));
  }

  @Test
  void failsBeyondBackoffLimitAndDeletesOtherPods() throws InterruptedException {
    create("\"parallelism\":2,\"completions\":2,\"backoffLimit\":0");

    fail(cluster.awaitPods(2).get(0), 1);

    eventually(() -> conditions().equals(List.of("FailureTarget", "Failed")));
    assertThat(status().at("/conditions/1/reason").asText()).isEqualTo("BackoffLimitExceeded");
    assertThat(cluster.activePods()).isEmpty();
    eventually(() -> cluster.eventReasons("work").contains("BackoffLimitExceeded"));
  }

  @Test
  void indexedJobRunsEachIndexOnce() throws InterruptedException {
    create("\"parallelism\":2,\"completions\":2,\"completionMode\":\"Indexed\"");

    List<ApiObject> pods = cluster.awaitPods(2);
    assertThat(pods)
        .extracting(pod -> pod.annotations().get(JobPodReader.INDEX))
        .containsExactly("0", "1");
    assertThat(pods.get(1).spec().path("hostname").asText()).isEqualTo("work-1");
    assertThat(pods.get(1).spec().at("/containers/0/env/0/name").asText())
        .isEqualTo("JOB_COMPLETION_INDEX");

    succeed(pods.get(0));
    succeed(pods.get(1));

    eventually(() -> conditions().contains("Complete"));
    assertThat(status().path("completedIndexes").asText()).isEqualTo("0,1");
  }

  @Test
  void failJobRuleEndsTheJob() throws InterruptedException {
    create(
        """
        "podFailurePolicy":{"rules":[{"action":"FailJob","onExitCodes":\
        {"operator":"In","values":[42]}}]}\
        """);

    fail(cluster.awaitPods(1).get(0), 42);

    eventually(() -> conditions().contains("Failed"));
    assertThat(status().at("/conditions/1/message").asText())
        .contains("failed with exit code 42 matching FailJob rule at index 0");
  }

  @Test
  void suspendedJobHasNoPodsUntilItIsResumed() throws InterruptedException {
    create("\"parallelism\":2,\"completions\":2");
    cluster.awaitPods(2);

    cluster.patch(JOBS, "work", "{\"spec\":{\"suspend\":true}}");

    cluster.awaitPods(0);
    eventually(() -> status().at("/conditions/0/reason").asText().equals("JobSuspended"));
    assertThat(status().path("failed").asInt()).isZero();

    cluster.patch(JOBS, "work", "{\"spec\":{\"suspend\":false}}");

    cluster.awaitPods(2);
    eventually(() -> status().at("/conditions/0/reason").asText().equals("JobResumed"));
  }

  @Test
  void deletedJobReleasesItsPods() throws InterruptedException {
    create("\"parallelism\":2,\"completions\":2");
    cluster.awaitPods(2);

    assertThat(
            cluster
                .resources(JOBS)
                .delete(
                    "work",
                    DeleteOptions.DEFAULT.propagation(DeleteOptions.Propagation.FOREGROUND)))
        .isTrue();

    eventually(() -> cluster.list(Types.PODS).isEmpty());
    eventually(() -> cluster.resources(JOBS).get("work").isEmpty());
  }

  private void create(String spec) throws InterruptedException {
    cluster.create(
        JOBS,
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"work"},"spec":{%s,"template":\
        {"spec":{"restartPolicy":"Never","terminationGracePeriodSeconds":0,\
        "containers":[{"name":"main","image":"x"}]}}}}\
        """
            .formatted(spec));
  }

  private void succeed(ApiObject pod) throws InterruptedException {
    cluster.podStatus(pod.name(), "{\"phase\":\"Succeeded\"}");
  }

  private void fail(ApiObject pod, int exitCode) throws InterruptedException {
    cluster.podStatus(
        pod.name(),
        """
        {"phase":"Failed","containerStatuses":[{"name":"main","image":"x","imageID":"",\
        "ready":false,"restartCount":0,"state":{"terminated":{"exitCode":%d,\
        "finishedAt":"2020-01-01T00:00:00Z"}}}]}\
        """
            .formatted(exitCode));
  }

  private JsonNode status() throws InterruptedException {
    return cluster.get(JOBS, "work").status();
  }

  /** Returns the types of the conditions that are true. */
  private List<String> conditions() throws InterruptedException {
    var types = new ArrayList<String>();
    for (JsonNode condition : status().path("conditions")) {
      if (condition.path("status").asText().equals("True")) {
        types.add(condition.path("type").asText());
      }
    }
    return types;
  }
}
