package io.listwatch.examples;

import io.listwatch.model.ResourceType;

/** The resource types of the examples. */
final class Types {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  static final ResourceType SECRETS = ResourceType.namespaced("v1", "Secret", "secrets");
  static final ResourceType PODS = io.listwatch.demo.Types.PODS;

  private Types() {}
}
