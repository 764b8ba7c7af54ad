package io.listwatch.workloads.cronjob;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.cronjob.CronJobController.CRON_JOBS;
import static io.listwatch.workloads.job.JobController.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CronJobControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("cronjob-controller", CronJobController::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void startsJobsAndKeepsAsManyAsTheHistoryLimit() throws InterruptedException {
    cluster.run("job-controller", JobController::create);
    create("\"successfulJobsHistoryLimit\":0");

    eventually(() -> cluster.list(JOBS).size() == 1);
    ApiObject job = cluster.list(JOBS).get(0);
    assertThat(job.controller().orElseThrow().name()).isEqualTo("tick");
    assertThat(job.annotation("batch.kubernetes.io/cronjob-scheduled-timestamp")).isPresent();
    eventually(() -> status().at("/active/0/name").asText().equals(job.name()));
    assertThat(status().path("lastScheduleTime").isTextual()).isTrue();

    cluster.patch(CRON_JOBS, "tick", "{\"spec\":{\"suspend\":true}}");
    cluster.podStatus(cluster.awaitPods(1).get(0).name(), "{\"phase\":\"Succeeded\"}");

    eventually(() -> cluster.list(JOBS).isEmpty());
    eventually(() -> status().path("lastSuccessfulTime").isTextual());
    assertThat(status().path("active")).isEmpty();
    eventually(
        () ->
            cluster
                .eventReasons("tick")
                .containsAll(List.of("SuccessfulCreate", "SawCompletedJob")));
  }

  @Test
  void forbidsConcurrentJobs() throws InterruptedException {
    create("\"concurrencyPolicy\":\"Forbid\"");

    eventually(() -> cluster.eventReasons("tick").contains("JobAlreadyActive"));
    assertThat(cluster.list(JOBS)).hasSize(1);
  }

  @Test
  void suspendedCronJobStartsNothing() throws InterruptedException {
    create("\"suspend\":true");
    cluster.create(CRON_JOBS, cronJob("other", "\"suspend\":false"));

    eventually(() -> cluster.list(JOBS).size() == 1);
    assertThat(cluster.list(JOBS).get(0).name()).startsWith("other-");
  }

  private void create(String spec) throws InterruptedException {
    cluster.create(CRON_JOBS, cronJob("tick", spec));
  }

  /** Returns a CronJob that is due every second. */
  private static String cronJob(String name, String spec) {
    return """
    {"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"%s"},"spec":{%s,\
    "schedule":"@every 1s","jobTemplate":{"spec":{"template":{"spec":\
    {"restartPolicy":"Never","containers":[{"name":"main","image":"x"}]}}}}}}\
    """
        .formatted(name, spec);
  }

  private JsonNode status() throws InterruptedException {
    return cluster.get(CRON_JOBS, "tick").status();
  }
}
