package io.listwatch.workloads;

import io.listwatch.controller.Controller;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.autoscaling.AutoscalerController;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ControllerFactory;
import io.listwatch.workloads.cronjob.CronJobController;
import io.listwatch.workloads.daemonset.DaemonSetController;
import io.listwatch.workloads.deployment.DeploymentController;
import io.listwatch.workloads.disruption.DisruptionController;
import io.listwatch.workloads.endpoints.EndpointSliceController;
import io.listwatch.workloads.endpoints.EndpointsController;
import io.listwatch.workloads.endpoints.EndpointsMirror;
import io.listwatch.workloads.job.FinishedJobCleaner;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.node.NodeController;
import io.listwatch.workloads.node.PodController;
import io.listwatch.workloads.node.SimulatedNodes;
import io.listwatch.workloads.nodelifecycle.NodeLifecycleController;
import io.listwatch.workloads.nodelifecycle.TaintEvictionController;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.podgc.PodCollector;
import io.listwatch.workloads.replicaset.ReplicaSetController;
import io.listwatch.workloads.scheduler.SchedulerController;
import io.listwatch.workloads.statefulset.StatefulSetController;
import io.listwatch.workloads.volume.ClaimController;
import io.listwatch.workloads.volume.VolumeController;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A controller that users can leave out.
 *
 * @param name the name that users know
 * @param component the source of its events
 * @param user the user that has its bootstrap role; empty if there is none
 * @param workload the workload type that it acts on; null if it acts on none
 */
record WorkloadController(
    String name, String component, String user, @Nullable ResourceType workload, Factory factory) {
  private static final String ACCOUNT = "system:serviceaccount:kube-system:";

  /** Event sources whose names differ from the service account's. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "daemon-set-controller", "daemonset-controller",
          "disruption-controller", "controllermanager",
          "persistent-volume-binder", "persistentvolume-controller");

  /** All controllers, in the order in which they start. */
  static final List<WorkloadController> ALL =
      List.of(
          simulation("nodes", "node-simulator", NodeController::create),
          simulation("pods", "kubelet", PodController::create),
          new WorkloadController(
              "scheduler",
              "default-scheduler",
              "system:kube-scheduler",
              null,
              (context, nodes) -> SchedulerController.create(context)),
          controller(
              "replicationcontroller",
              "replication-controller",
              Types.REPLICATION_CONTROLLERS,
              ReplicaSetController::ofReplicationControllers),
          controller(
              "replicaset",
              "replicaset-controller",
              Types.REPLICA_SETS,
              ReplicaSetController::ofReplicaSets),
          controller(
              "deployment",
              "deployment-controller",
              Types.DEPLOYMENTS,
              DeploymentController::create),
          controller("job", "job-controller", JobController.JOBS, JobController::create),
          controller(
              "cronjob",
              "cronjob-controller",
              CronJobController.CRON_JOBS,
              CronJobController::create),
          controller(
              "ttl-after-finished",
              "ttl-after-finished-controller",
              null,
              FinishedJobCleaner::create),
          controller(
              "statefulset",
              "statefulset-controller",
              StatefulSetController.STATEFUL_SETS,
              StatefulSetController::create),
          controller(
              "daemonset",
              "daemon-set-controller",
              DaemonSetController.DAEMON_SETS,
              DaemonSetController::create),
          controller(
              "endpointslice", "endpointslice-controller", null, EndpointSliceController::create),
          controller("endpoint", "endpoint-controller", null, EndpointsController::create),
          controller("disruption", "disruption-controller", null, DisruptionController::create),
          controller(
              "persistentvolumeclaim", "persistent-volume-binder", null, ClaimController::create),
          controller(
              "persistentvolume", "persistent-volume-binder", null, VolumeController::create),
          controller(
              "horizontalpodautoscaler",
              "horizontal-pod-autoscaler",
              null,
              AutoscalerController::create),
          controller("node-lifecycle", "node-controller", null, NodeLifecycleController::create),
          new WorkloadController(
              "taint-eviction",
              "taint-eviction-controller",
              ACCOUNT + "node-controller",
              null,
              (context, nodes) -> TaintEvictionController.create(context)),
          controller("pod-garbage-collector", "pod-garbage-collector", null, PodCollector::create),
          controller(
              "endpointslicemirroring",
              "endpointslicemirroring-controller",
              null,
              EndpointsMirror::create));

  private static WorkloadController controller(
      String name, String account, @Nullable ResourceType workload, ControllerFactory factory) {
    return new WorkloadController(
        name,
        SOURCES.getOrDefault(account, account),
        ACCOUNT + account,
        workload,
        (context, nodes) -> factory.create(context));
  }

  private static WorkloadController simulation(String name, String component, Factory factory) {
    return new WorkloadController(name, component, "", null, factory);
  }

  static Optional<WorkloadController> named(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findFirst();
  }

  Controller<?> create(ControllerContext context, SimulatedNodes nodes) {
    return factory.create(context, nodes);
  }

  /** Creates a controller that may act for the simulated nodes. */
  interface Factory {
    Controller<?> create(ControllerContext context, SimulatedNodes nodes);
  }
}
