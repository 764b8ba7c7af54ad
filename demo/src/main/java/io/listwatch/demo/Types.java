package io.listwatch.demo;

import io.listwatch.model.ResourceType;

/** The resource types that the controllers use. */
public final class Types {
  public static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  public static final ResourceType REPLICA_SETS =
      ResourceType.namespaced("apps/v1", "ReplicaSet", "replicasets");
  static final ResourceType NODES = ResourceType.cluster("v1", "Node", "nodes");
  static final ResourceType LEASES =
      ResourceType.namespaced("coordination.k8s.io/v1", "Lease", "leases");

  private Types() {}
}
