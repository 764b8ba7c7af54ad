package io.listwatch.examples;

import io.listwatch.model.ResourceType;

/** The resource types of the examples. */
final class Types {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  static final ResourceType SECRETS = ResourceType.namespaced("v1", "Secret", "secrets");
  static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  static final ResourceType REPLICA_SETS =
      ResourceType.namespaced("apps/v1", "ReplicaSet", "replicasets");

  private Types() {}
}
