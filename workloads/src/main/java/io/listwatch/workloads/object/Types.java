package io.listwatch.workloads.object;

import io.listwatch.model.ResourceType;

/** The resource types that the controllers read and write. */
public final class Types {
  public static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  public static final ResourceType NODES = ResourceType.cluster("v1", "Node", "nodes");
  public static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");
  public static final ResourceType REPLICATION_CONTROLLERS =
      ResourceType.namespaced("v1", "ReplicationController", "replicationcontrollers");
  public static final ResourceType REPLICA_SETS =
      ResourceType.namespaced("apps/v1", "ReplicaSet", "replicasets");
  public static final ResourceType DEPLOYMENTS =
      ResourceType.namespaced("apps/v1", "Deployment", "deployments");
  public static final ResourceType LEASES =
      ResourceType.namespaced("coordination.k8s.io/v1", "Lease", "leases");
  public static final ResourceType PRIORITY_CLASSES =
      ResourceType.cluster("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses");

  public static final ResourceType CLAIMS =
      ResourceType.namespaced("v1", "PersistentVolumeClaim", "persistentvolumeclaims");
  public static final ResourceType VOLUMES =
      ResourceType.cluster("v1", "PersistentVolume", "persistentvolumes");
  public static final ResourceType STORAGE_CLASSES =
      ResourceType.cluster("storage.k8s.io/v1", "StorageClass", "storageclasses");

  private Types() {}
}
