package io.listwatch.workloads.endpoints;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a pod that the rules use. A Service selects the pod.
 *
 * @param finished true if its phase is Succeeded or Failed
 * @param nodeKnown true if its node exists
 */
record EndpointPod(
    String namespace,
    String name,
    String uid,
    List<String> addresses,
    boolean ready,
    boolean terminating,
    boolean finished,
    @Nullable String node,
    boolean nodeKnown,
    @Nullable String zone,
    String hostname,
    String subdomain,
    List<ContainerPort> ports) {

  EndpointPod {
    addresses = List.copyOf(addresses);
    ports = List.copyOf(ports);
  }

  /** A named port of a container, or of a sidecar. */
  record ContainerPort(String name, String protocol, int number) {}

  List<String> addresses(boolean ipv6) {
    return addresses.stream().filter(address -> address.contains(":") == ipv6).toList();
  }
}
