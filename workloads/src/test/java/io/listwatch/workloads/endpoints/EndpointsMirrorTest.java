package io.listwatch.workloads.endpoints;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static io.listwatch.workloads.endpoints.EndpointSliceController.ENDPOINT_SLICES;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EndpointsMirrorTest {
  private final ControllerFixture cluster =
      new ControllerFixture().run("endpointslicemirroring-controller", EndpointsMirror::create);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void mirrorsEndpointsOfServiceWithoutSelector() throws InterruptedException {
    cluster.create(
        ServiceReader.SERVICES,
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"outside"},"spec":\
        {"ports":[{"port":80}]}}\
        """);
    cluster.create(
        EndpointsController.ENDPOINTS,
        """
        {"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"outside","labels":{"a":"b"}},\
        "subsets":[{"addresses":[{"ip":"10.9.0.1"}],"notReadyAddresses":[{"ip":"10.9.0.2"}],\
        "ports":[{"port":80}]}]}\
        """);

    eventually(() -> cluster.list(ENDPOINT_SLICES).size() == 1);
    ApiObject slice = cluster.list(ENDPOINT_SLICES).get(0);
    assertThat(slice.json().path("endpoints")).hasSize(2);
    assertThat(slice.labelMap())
        .containsEntry("a", "b")
        .containsEntry(SliceJson.SERVICE_NAME, "outside")
        .containsEntry(SliceJson.MANAGED_BY, "endpointslicemirroring-controller.k8s.io");

    cluster.patch(
        EndpointsController.ENDPOINTS,
        "outside",
        "{\"metadata\":{\"labels\":{\"endpointslice.kubernetes.io/skip-mirror\":\"true\"}}}");

    eventually(() -> cluster.list(ENDPOINT_SLICES).isEmpty());
  }
}
