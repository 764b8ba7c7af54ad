package io.listwatch.workloads.endpoints;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One entry of {@code subsets} in Endpoints: the addresses that share their ports.
 *
 * @param truncated true if there are more addresses
 */
record EndpointSubset(
    List<EndpointPort> ports, List<Endpoint> ready, List<Endpoint> notReady, boolean truncated) {
  /** The maximum number of addresses in Endpoints. EndpointSlices have no such limit. */
  static final int MAX_ADDRESSES = 1000;

  private static final Comparator<Endpoint> BY_ADDRESS =
      Comparator.comparing((Endpoint endpoint) -> endpoint.addresses().get(0))
          .thenComparing(Endpoint::uid);

  EndpointSubset {
    ports = List.copyOf(ports);
    ready = List.copyOf(ready);
    notReady = List.copyOf(notReady);
  }

  /** Returns the subsets of a Service. Terminating pods are left out, unlike in EndpointSlices. */
  static List<EndpointSubset> of(ServiceSpec service, List<EndpointPod> pods, boolean ipv6) {
    List<EndpointPod> alive =
        pods.stream().filter(pod -> service.publishNotReady() || !pod.terminating()).toList();
    Map<List<EndpointPort>, List<Endpoint>> groups = EndpointGroups.of(service, alive, ipv6);
    var subsets = new ArrayList<EndpointSubset>();
    int room = MAX_ADDRESSES;
    for (var group : groups.entrySet()) {
      if (!group.getKey().isEmpty() || service.headless()) {
        EndpointSubset subset = subset(group.getKey(), group.getValue(), room);
        subsets.add(subset);
        room -= subset.ready.size() + subset.notReady.size();
      }
    }
    return subsets;
  }

  private static EndpointSubset subset(
      List<EndpointPort> ports, List<Endpoint> endpoints, int room) {
    List<Endpoint> ready = some(endpoints, Endpoint::ready, room);
    List<Endpoint> notReady = some(endpoints, each -> !each.ready(), room - ready.size());
    return new EndpointSubset(
        ports, ready, notReady, ready.size() + notReady.size() < endpoints.size());
  }

  private static List<Endpoint> some(
      List<Endpoint> endpoints, Predicate<Endpoint> which, int room) {
    return endpoints.stream().filter(which).sorted(BY_ADDRESS).limit(Math.max(0, room)).toList();
  }
}
