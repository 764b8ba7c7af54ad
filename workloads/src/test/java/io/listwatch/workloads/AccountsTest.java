package io.listwatch.workloads;

import static io.listwatch.workloads.WorkloadsServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.auth.PlainAuthenticator;
import io.listwatch.workloads.autoscaling.AutoscalerController;
import io.listwatch.workloads.cronjob.CronJobController;
import io.listwatch.workloads.daemonset.DaemonSetController;
import io.listwatch.workloads.disruption.DisruptionController;
import io.listwatch.workloads.endpoints.EndpointSliceController;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.recording.JumpingTimers;
import io.listwatch.workloads.statefulset.StatefulSetController;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** With RBAC, the bootstrap role of its account is enough for every controller. */
final class AccountsTest {
  private static final ResourceType SERVICES = ResourceType.namespaced("v1", "Service", "services");
  private static final String POD =
      "{\"metadata\":{\"labels\":{\"app\":\"a\"}},\"spec\":{\"containers\":[{\"name\":\"main\","
          + "\"image\":\"x\"}]}}";

  private static final ResourceType ENDPOINTS =
      ResourceType.namespaced("v1", "Endpoints", "endpoints");

  private final JumpingTimers timers = new JumpingTimers();
  private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
  private final Set<String> writers = ConcurrentHashMap.newKeySet();

  @Test
  void bootstrapRolesSufficeForEveryController() throws InterruptedException {
    ApiServerConfig config =
        ApiServerConfig.open(0)
            .with(
                changes ->
                    changes
                        .authenticator(new PlainAuthenticator())
                        .rbac()
                        .audit(
                            entry -> {
                              String line =
                                  "%s %s %s"
                                      .formatted(
                                          entry.request().user().name(),
                                          entry.request().verb(),
                                          entry.request().path());
                              if (entry.code() == 403) {
                                forbidden.add(line);
                              }
                              if (Set.of("create", "update", "patch", "delete")
                                  .contains(entry.request().verb())) {
                                writers.add(entry.request().user().name());
                              }
                            }));
    try (var server =
        new WorkloadsServer(
            config, settings -> settings.nodes(2).serviceAccounts(true).timers(timers))) {
      createAll(server);
      createMore(server);
      awaitAll(server);
      // A minute passes for the CronJob, and more for a pod whose node is missing.
      timers.jump(Duration.ofSeconds(61));
      awaitMore(server);
    }

    assertThat(forbidden).isEmpty();
    assertThat(writers)
        .contains(
            account("deployment-controller"),
            account("replicaset-controller"),
            account("statefulset-controller"),
            account("daemon-set-controller"),
            account("job-controller"),
            account("endpointslice-controller"),
            account("endpoint-controller"),
            account("disruption-controller"),
            account("persistent-volume-binder"),
            account("horizontal-pod-autoscaler"),
            account("node-controller"),
            account("replication-controller"),
            account("cronjob-controller"),
            account("ttl-after-finished-controller"),
            account("pod-garbage-collector"),
            account("endpointslicemirroring-controller"),
            "system:kube-scheduler");
  }

  private static String account(String name) {
    return "system:serviceaccount:kube-system:" + name;
  }

  private static void createAll(WorkloadsServer server) throws InterruptedException {
    String selected = "\"selector\":{\"matchLabels\":{\"app\":\"a\"}},\"template\":" + POD;
    server.create(
        Types.STORAGE_CLASSES,
        """
        {"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"late"},\
        "provisioner":"example.com/disk","volumeBindingMode":"WaitForFirstConsumer"}\
        """);
    workload(server, Types.DEPLOYMENTS, "\"replicas\":2," + selected);
    workload(server, DaemonSetController.DAEMON_SETS, selected);
    workload(
        server,
        StatefulSetController.STATEFUL_SETS,
        selected
            + ",\"serviceName\":\"a\",\"volumeClaimTemplates\":[{\"metadata\":{\"name\":\"d\"},"
            + "\"spec\":{\"storageClassName\":\"late\",\"accessModes\":[\"ReadWriteOnce\"],"
            + "\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}]");
    workload(
        server,
        JobController.JOBS,
        "\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"main\","
            + "\"image\":\"x\"}]}}");
    workload(server, SERVICES, "\"selector\":{\"app\":\"a\"},\"ports\":[{\"port\":80}]");
    workload(
        server,
        DisruptionController.BUDGETS,
        "\"minAvailable\":1,\"selector\":{\"matchLabels\":{\"app\":\"a\"}}");
    workload(
        server,
        AutoscalerController.AUTOSCALERS,
        "\"minReplicas\":3,\"maxReplicas\":4,\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\","
            + "\"kind\":\"Deployment\",\"name\":\"a\"}");
    server.patch(Types.NODES, "node-2", "{\"spec\":{\"unschedulable\":true}}");
  }

  /** Creates objects of the kinds whose controllers do less. */
  private static void createMore(WorkloadsServer server) throws InterruptedException {
    workload(
        server,
        Types.REPLICATION_CONTROLLERS,
        "\"replicas\":1,\"selector\":{\"app\":\"rc\"},\"template\":"
            + POD.replace("\"a\"", "\"rc\""));
    String job =
        "\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"main\","
            + "\"image\":\"x\"}]}}";
    workload(
        server,
        CronJobController.CRON_JOBS,
        "\"schedule\":\"* * * * *\",\"jobTemplate\":{\"spec\":{" + job + "}}");
    server.create(
        JobController.JOBS,
        "{\"metadata\":{\"name\":\"short\"},\"spec\":{\"ttlSecondsAfterFinished\":0," + job + "}}");
    server.create(
        Types.PODS,
        "{\"metadata\":{\"name\":\"ghost\"},\"spec\":{\"nodeName\":\"missing\",\"containers\":"
            + "[{\"name\":\"main\",\"image\":\"x\"}]}}");
    server.create(
        SERVICES, "{\"metadata\":{\"name\":\"outside\"},\"spec\":{\"ports\":[{\"port\":80}]}}");
    server.create(
        ENDPOINTS,
        "{\"metadata\":{\"name\":\"outside\"},\"subsets\":[{\"addresses\":[{\"ip\":\"192.0.2.1\"}],"
            + "\"ports\":[{\"port\":80}]}]}");
  }

  private static void awaitMore(WorkloadsServer server) {
    eventually(
        () -> server.status(Types.REPLICATION_CONTROLLERS, "a").path("readyReplicas").asInt() == 1);
    eventually(
        () ->
            server.list(JobController.JOBS).stream().anyMatch(job -> job.name().startsWith("a-")));
    eventually(() -> names(server, JobController.JOBS).noneMatch("short"::equals));
    eventually(() -> names(server, Types.PODS).noneMatch("ghost"::equals));
    eventually(
        () ->
            names(server, EndpointSliceController.ENDPOINT_SLICES)
                .anyMatch(name -> name.startsWith("outside-")));
  }

  private static Stream<String> names(WorkloadsServer server, ResourceType type)
      throws InterruptedException {
    return server.list(type).stream().map(ApiObject::name);
  }

  private static void workload(WorkloadsServer server, ResourceType type, String spec)
      throws InterruptedException {
    server.create(
        type,
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"a\"},\"spec\":{%s}}"
            .formatted(type.apiVersion(), type.kind(), spec));
  }

  private static void awaitAll(WorkloadsServer server) {
    eventually(() -> server.status(Types.DEPLOYMENTS, "a").path("readyReplicas").asInt() == 3);
    eventually(
        () -> server.status(DaemonSetController.DAEMON_SETS, "a").path("numberReady").asInt() == 2);
    eventually(
        () ->
            server.status(StatefulSetController.STATEFUL_SETS, "a").path("readyReplicas").asInt()
                == 1);
    eventually(() -> server.status(JobController.JOBS, "a").path("completionTime").isTextual());
    eventually(
        () ->
            server.list(EndpointSliceController.ENDPOINT_SLICES).stream()
                .anyMatch(slice -> slice.json().path("endpoints").size() >= 6));
    eventually(
        () ->
            server.status(DisruptionController.BUDGETS, "a").path("disruptionsAllowed").asInt()
                > 0);
    eventually(
        () ->
            server.list(Types.CLAIMS).stream()
                .map(ApiObject::status)
                .allMatch(status -> status.path("phase").asText().equals("Bound")));
    eventually(
        () ->
            server.list(Types.NODES).stream()
                .anyMatch(node -> !node.spec().path("taints").isEmpty()));
  }
}
