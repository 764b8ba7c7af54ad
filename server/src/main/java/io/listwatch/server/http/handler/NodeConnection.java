package io.listwatch.server.http.handler;

import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Optional;

/** A subresource for which kube-apiserver connects to a node, a pod or a service. */
enum NodeConnection {
  ATTACH("attach", "PodAttachOptions"),
  EXEC("exec", "PodExecOptions"),
  LOG("log", "Pod"),
  PORT_FORWARD("portforward", "PodPortForwardOptions"),
  POD_PROXY("proxy", "PodProxyOptions"),
  SERVICE_PROXY("proxy", "ServiceProxyOptions"),
  NODE_PROXY("proxy", "NodeProxyOptions");

  private final String subresource;
  private final String kind;

  NodeConnection(String subresource, String kind) {
    this.subresource = subresource;
    this.kind = kind;
  }

  /** Returns the connection that a subresource of a resource needs, or empty if it needs none. */
  static Optional<NodeConnection> of(ResourceDefinition definition, String subresource) {
    return definition.custom()
        ? Optional.empty()
        : definition.subresource(subresource).flatMap(each -> of(each.name(), each.kind()));
  }

  private static Optional<NodeConnection> of(String subresource, String kind) {
    for (NodeConnection each : values()) {
      if (each.subresource.equals(subresource) && each.kind.equals(kind)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Returns the type of the connection's options. */
  ResourceType type() {
    return ResourceType.namespaced("v1", kind, subresource);
  }

  /** True if the request may choose one of the pod's containers. */
  boolean isToContainer() {
    return this == ATTACH || this == EXEC || this == LOG;
  }
}
