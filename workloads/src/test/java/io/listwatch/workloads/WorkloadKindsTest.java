package io.listwatch.workloads;

import static io.listwatch.workloads.WorkloadsServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.workloads.cronjob.CronJobController;
import io.listwatch.workloads.daemonset.DaemonSetController;
import io.listwatch.workloads.endpoints.EndpointSliceController;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.statefulset.StatefulSetController;
import io.listwatch.workloads.volume.ClaimController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All controllers together, with nodes and a scheduler: objects of every kind reach their final
 * state.
 */
class WorkloadKindsTest {
  private static final ResourceType SERVICES = ResourceType.namespaced("v1", "Service", "services");

  private WorkloadsServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = new WorkloadsServer(settings -> settings.nodes(2));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void jobCompletes() throws InterruptedException {
    server.create(
        JobController.JOBS,
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"work"},"spec":{"parallelism":2,\
        "completions":3,"completionMode":"Indexed","template":{"spec":{"restartPolicy":"Never",\
        "containers":[{"name":"main","image":"x"}]}}}}\
        """);

    eventually(() -> count(JobController.JOBS, "work", "succeeded") == 3);
    eventually(() -> server.status(JobController.JOBS, "work").path("completionTime").isTextual());
  }

  @Test
  void failingJobReachesItsBackoffLimit() throws InterruptedException {
    server.create(
        JobController.JOBS,
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"work"},"spec":\
        {"backoffLimit":0,"template":{"metadata":{"annotations":\
        {"workloads.listwatch.io/behavior":"exit=1"}},"spec":{"restartPolicy":"Never",\
        "containers":[{"name":"main","image":"x"}]}}}}\
        """);

    eventually(
        () ->
            server
                .status(JobController.JOBS, "work")
                .at("/conditions/1/reason")
                .asText()
                .equals("BackoffLimitExceeded"));
    assertThat(count(JobController.JOBS, "work", "failed")).isEqualTo(1);
  }

  @Test
  void cronJobStartsJobsThatComplete() throws InterruptedException {
    server.create(
        CronJobController.CRON_JOBS,
        """
        {"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"tick"},"spec":\
        {"schedule":"@every 1s","jobTemplate":{"spec":{"template":{"spec":\
        {"restartPolicy":"Never","containers":[{"name":"main","image":"x"}]}}}}}}\
        """);

    eventually(
        () ->
            server
                .status(CronJobController.CRON_JOBS, "tick")
                .path("lastSuccessfulTime")
                .isTextual());
  }

  @Test
  void statefulSetBecomesReadyWithItsClaims() throws InterruptedException {
    server.create(
        StatefulSetController.STATEFUL_SETS,
        """
        {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"db"},"spec":\
        {"replicas":2,"serviceName":"db","selector":{"matchLabels":{"app":"db"}},"template":\
        {"metadata":{"labels":{"app":"db"}},"spec":{"containers":[{"name":"main","image":"x"}]}},\
        "volumeClaimTemplates":[{"metadata":{"name":"data"},"spec":{"accessModes":\
        ["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}]}}\
        """);

    eventually(() -> count(StatefulSetController.STATEFUL_SETS, "db", "readyReplicas") == 2);
    assertThat(server.list(ClaimController.CLAIMS)).hasSize(2);
  }

  @Test
  void daemonSetRunsOnEveryNodeAndItsServiceHasEndpoints() throws InterruptedException {
    server.create(
        DaemonSetController.DAEMON_SETS,
        """
        {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},"spec":\
        {"selector":{"matchLabels":{"app":"agent"}},"template":{"metadata":{"labels":\
        {"app":"agent"}},"spec":{"containers":[{"name":"main","image":"x"}]}}}}\
        """);
    server.create(
        SERVICES,
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"agent"},"spec":{"selector":\
        {"app":"agent"},"ports":[{"port":80}]}}\
        """);

    eventually(() -> count(DaemonSetController.DAEMON_SETS, "agent", "numberAvailable") == 2);
    eventually(
        () ->
            server.list(EndpointSliceController.ENDPOINT_SLICES).stream()
                .anyMatch(slice -> slice.json().path("endpoints").size() == 2));
  }

  private int count(ResourceType type, String name, String field) throws InterruptedException {
    return server.status(type, name).path(field).asInt();
  }
}
