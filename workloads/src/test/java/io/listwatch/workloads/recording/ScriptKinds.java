package io.listwatch.workloads.recording;

import io.listwatch.model.ResourceType;
import java.util.ArrayList;
import java.util.List;

/** The kinds that scripts write, and those that are compared. */
final class ScriptKinds {
  static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  static final ResourceType NODES = ResourceType.cluster("v1", "Node", "nodes");
  static final ResourceType EVENTS = ResourceType.namespaced("v1", "Event", "events");

  /** The kinds that are compared, in the order in which generated names become known. */
  private static final List<ResourceType> COMPARED =
      List.of(
          ResourceType.namespaced("apps/v1", "Deployment", "deployments"),
          ResourceType.namespaced("apps/v1", "ReplicaSet", "replicasets"),
          ResourceType.namespaced("v1", "ReplicationController", "replicationcontrollers"),
          ResourceType.namespaced("apps/v1", "ControllerRevision", "controllerrevisions"),
          ResourceType.namespaced("apps/v1", "StatefulSet", "statefulsets"),
          ResourceType.namespaced("apps/v1", "DaemonSet", "daemonsets"),
          ResourceType.namespaced("batch/v1", "CronJob", "cronjobs"),
          ResourceType.namespaced("batch/v1", "Job", "jobs"),
          ResourceType.namespaced("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets"),
          ResourceType.namespaced(
              "autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"),
          ResourceType.namespaced("v1", "PersistentVolumeClaim", "persistentvolumeclaims"),
          ResourceType.namespaced("v1", "Endpoints", "endpoints"),
          ResourceType.namespaced("discovery.k8s.io/v1", "EndpointSlice", "endpointslices"),
          PODS,
          EVENTS);

  static final ResourceType VOLUMES =
      ResourceType.cluster("v1", "PersistentVolume", "persistentvolumes");

  static final ResourceType POD_METRICS =
      ResourceType.namespaced("metrics.k8s.io/v1beta1", "PodMetrics", "pods");

  private static final List<ResourceType> WRITTEN =
      List.of(
          NODES,
          ResourceType.namespaced("v1", "Service", "services"),
          VOLUMES,
          ResourceType.cluster("storage.k8s.io/v1", "StorageClass", "storageclasses"));

  private ScriptKinds() {}

  /** Returns the kinds that are compared in a script. */
  static List<ResourceType> compared(Script script) {
    var compared = new ArrayList<>(COMPARED);
    if (script.aboutNodes()) {
      compared.add(NODES);
    }
    if (script.aboutVolumes()) {
      compared.add(VOLUMES);
    }
    return compared;
  }

  static ResourceType of(String kind) {
    for (List<ResourceType> types : List.of(COMPARED, WRITTEN)) {
      for (ResourceType type : types) {
        if (type.kind().equals(kind)) {
          return type;
        }
      }
    }
    throw new IllegalArgumentException("kind: " + kind + " (expected: one in ScriptKinds)");
  }
}
