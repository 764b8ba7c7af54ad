package io.listwatch.workloads.endpoints;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.endpoints.EndpointSliceController.ENDPOINT_SLICES;
import static io.listwatch.workloads.endpoints.EndpointsController.ENDPOINTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndpointsControllerTest {
  private final ControllerFixture cluster =
      new ControllerFixture()
          .run("endpointslice-controller", EndpointSliceController::create)
          .run("endpoint-controller", EndpointsController::create);

  @BeforeEach
  void create() throws InterruptedException {
    cluster.create(
        Types.NODES,
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-1","labels":\
        {"topology.kubernetes.io/zone":"a"}}}\
        """);
    cluster.create(
        ServiceReader.SERVICES,
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"web","labels":{"team":"a"}},\
        "spec":{"selector":{"app":"web"},"ports":[{"name":"http","port":80,\
        "targetPort":"web"}]}}\
        """);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void serviceWithoutPodsHasEmptySlice() throws InterruptedException {
    eventually(() -> cluster.list(ENDPOINT_SLICES).size() == 1);

    var slice = cluster.list(ENDPOINT_SLICES).get(0);
    assertThat(slice.labelMap())
        .containsEntry("kubernetes.io/service-name", "web")
        .containsEntry("endpointslice.kubernetes.io/managed-by", "endpointslice-controller.k8s.io")
        .containsEntry("team", "a");
    assertThat(slice.json().path("endpoints")).isEmpty();
    eventually(() -> cluster.resources(ENDPOINTS).get("web").isPresent());
  }

  @Test
  void readyPodIsInEndpointSliceAndEndpoints() throws InterruptedException {
    createPod("web-a");

    cluster.ready("web-a");

    eventually(() -> slice().at("/endpoints/0/conditions/ready").asBoolean());
    assertThat(slice().at("/endpoints/0/addresses/0").asText()).isEqualTo("10.0.0.1");
    assertThat(slice().at("/endpoints/0/zone").asText()).isEqualTo("a");
    assertThat(slice().at("/ports/0/port").asInt()).isEqualTo(8080);
    eventually(() -> endpoints().at("/subsets/0/addresses/0/ip").asText().equals("10.0.0.1"));
    assertThat(endpoints().at("/subsets/0/ports/0/name").asText()).isEqualTo("http");

    cluster.podStatus("web-a", "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}");

    eventually(() -> !slice().at("/endpoints/0/conditions/ready").asBoolean());
    eventually(() -> endpoints().at("/subsets/0/notReadyAddresses").size() == 1);

    cluster.kill("web-a");

    eventually(() -> slice().path("endpoints").isEmpty());
    eventually(() -> endpoints().path("subsets").isEmpty());
  }

  @Test
  void endpointsAreDeletedWithTheirService() throws InterruptedException {
    eventually(() -> cluster.list(ENDPOINT_SLICES).size() == 1);
    eventually(() -> cluster.resources(ENDPOINTS).get("web").isPresent());

    assertThat(cluster.resources(ServiceReader.SERVICES).delete("web")).isTrue();

    eventually(() -> cluster.list(ENDPOINT_SLICES).isEmpty());
    eventually(() -> cluster.resources(ENDPOINTS).get("web").isEmpty());
  }

  private void createPod(String name) throws InterruptedException {
    cluster.create(
        Types.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"web"}},"spec":\
        {"nodeName":"node-1","containers":[{"name":"main","image":"x","ports":[{"name":"web",\
        "containerPort":8080}]}]}}\
        """
            .formatted(name));
  }

  /** Returns the only slice, or an empty object. */
  private ObjectNode slice() throws InterruptedException {
    var slices = cluster.list(ENDPOINT_SLICES);
    return slices.size() == 1 ? slices.get(0).json() : ControllerFixture.object("{}").json();
  }

  private ObjectNode endpoints() throws InterruptedException {
    return cluster.get(ENDPOINTS, "web").json();
  }
}
