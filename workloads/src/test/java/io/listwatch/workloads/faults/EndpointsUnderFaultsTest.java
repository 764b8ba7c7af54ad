package io.listwatch.workloads.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.endpoints.EndpointSliceController;
import io.listwatch.workloads.endpoints.EndpointsController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The endpoints of a Service are its ready pods, each of them once, whatever has failed before. */
final class EndpointsUnderFaultsTest {
  private static final ResourceType SERVICES = ResourceType.namespaced("v1", "Service", "services");
  private static final int LAST = 3;

  @Test
  void endpointsAreTheReadyPods() throws Exception {
    Seeds.forEach(
        EndpointsUnderFaultsTest.class,
        List.of("pods", "services", "endpoints", "endpointslices.discovery.k8s.io"),
        EndpointsUnderFaultsTest::scale);
  }

  private static void scale(FaultyCluster cluster) throws Exception {
    cluster.create(
        SERVICES,
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},
        "spec":{"selector":{"app":"web"},"ports":[{"port":80}]}}
        """);
    cluster.create(
        Types.REPLICA_SETS,
        """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web"},"spec":{"replicas":3,
        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"web","image":"web"}]}}}}
        """);
    for (int replicas : new int[] {5, 1, LAST}) {
      cluster.disturb(4);
      cluster.patch(Types.REPLICA_SETS, "web", "{\"spec\":{\"replicas\":%d}}".formatted(replicas));
    }
    cluster.disturb(4);
    cluster.calm();

    cluster.eventually(
        () -> {
          List<String> ready = ready(cluster);
          return ready.size() == LAST
              && addresses(cluster, EndpointSliceController.ENDPOINT_SLICES).equals(ready)
              && addresses(cluster, EndpointsController.ENDPOINTS).equals(ready);
        });
  }

  private static List<String> ready(FaultyCluster cluster) throws InterruptedException {
    List<ApiObject> pods = cluster.resources(Types.PODS).list().items();
    boolean settled = pods.stream().allMatch(pod -> Pods.active(pod) && Pods.ready(pod));
    return settled
        ? pods.stream().map(pod -> pod.status().path("podIP").asText()).sorted().toList()
        : List.of();
  }

  /** Returns the addresses of the Service's endpoints, including repeated ones. */
  private static List<String> addresses(FaultyCluster cluster, ResourceType type)
      throws InterruptedException {
    var addresses = new ArrayList<String>();
    for (ApiObject each : cluster.resources(type).list().items()) {
      for (JsonNode endpoint : each.json().path("endpoints")) {
        addresses.add(endpoint.at("/addresses/0").asText());
      }
      for (JsonNode subset : each.json().path("subsets")) {
        subset.path("addresses").forEach(address -> addresses.add(address.path("ip").asText()));
      }
    }
    return addresses.stream().filter(address -> address.startsWith("10.128.")).sorted().toList();
  }
}
