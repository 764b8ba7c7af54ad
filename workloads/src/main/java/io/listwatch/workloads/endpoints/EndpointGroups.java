package io.listwatch.workloads.endpoints;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the endpoints of a Service, grouped by ports: a named port may differ between pods. */
final class EndpointGroups {
  private EndpointGroups() {}

  /** Returns the endpoints that have an address of a family. */
  static Map<List<EndpointPort>, List<Endpoint>> of(
      ServiceSpec service, List<EndpointPod> pods, boolean ipv6) {
    var groups = new LinkedHashMap<List<EndpointPort>, List<Endpoint>>();
    for (EndpointPod pod : pods) {
      boolean reachable = pod.nodeKnown() || service.publishNotReady();
      if (!pod.finished() && reachable && !pod.addresses(ipv6).isEmpty()) {
        groups
            .computeIfAbsent(ports(service, pod), ports -> new ArrayList<>())
            .add(endpoint(service, pod, ipv6));
      }
    }
    return groups;
  }

  /** Returns the ports of a pod. Ports that the pod does not name are left out. */
  static List<EndpointPort> ports(ServiceSpec service, EndpointPod pod) {
    return service.ports().stream()
        .flatMap(
            port ->
                number(port, pod).stream()
                    .map(
                        number ->
                            new EndpointPort(
                                port.name(), number, port.protocol(), port.appProtocol())))
        .sorted()
        .toList();
  }

  private static Optional<Integer> number(ServiceSpec.Port port, EndpointPod pod) {
    if (port.target().chars().allMatch(Character::isDigit)) {
      return Optional.of(Integer.parseInt(port.target()));
    }
    return pod.ports().stream()
        .filter(each -> each.name().equals(port.target()))
        .filter(each -> each.protocol().equals(port.protocol()))
        .map(EndpointPod.ContainerPort::number)
        .findFirst();
  }

  private static Endpoint endpoint(ServiceSpec service, EndpointPod pod, boolean ipv6) {
    return new Endpoint(
        pod.addresses(ipv6),
        service.publishNotReady() || (pod.ready() && !pod.terminating()),
        pod.ready(),
        pod.terminating(),
        pod.namespace(),
        pod.name(),
        pod.uid(),
        pod.node(),
        pod.zone(),
        hasOwnName(service, pod) ? pod.hostname() : null);
  }

  private static boolean hasOwnName(ServiceSpec service, EndpointPod pod) {
    return !pod.hostname().isEmpty() && pod.subdomain().equals(service.name());
  }
}
