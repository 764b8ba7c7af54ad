package io.listwatch.workloads.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.endpoints.EndpointPod.ContainerPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointGroupsTest {
  @ParameterizedTest
  @CsvSource({
    // publishNotReadyAddresses, pod ready, pod terminating; endpoint ready, serving
    "false, true, false, true, true",
    "false, false, false, false, false",
    "false, true, true, false, true",
    "true, false, false, true, false",
    "true, true, true, true, true",
  })
  void endpointConditionsFollowThePod(
      boolean publish, boolean podReady, boolean terminating, boolean ready, boolean serving) {
    Endpoint endpoint =
        EndpointGroups.of(service(publish, "80"), List.of(pod(podReady, terminating, 80)), false)
            .values()
            .iterator()
            .next()
            .get(0);

    assertThat(endpoint.ready()).isEqualTo(ready);
    assertThat(endpoint.serving()).isEqualTo(serving);
    assertThat(endpoint.terminating()).isEqualTo(terminating);
  }

  @Test
  void podsWithDifferentNumbersForANamedPortFormSeparateGroups() {
    var groups =
        EndpointGroups.of(
            service(false, "web"), List.of(pod(true, false, 80), pod(true, false, 8080)), false);

    assertThat(groups.keySet()).extracting(ports -> ports.get(0).port()).containsExactly(80, 8080);
  }

  @Test
  void podWithoutAddressOfTheFamilyIsNotAnEndpoint() {
    assertThat(EndpointGroups.of(service(false, "80"), List.of(pod(true, false, 80)), true))
        .isEmpty();
  }

  @Test
  void endpointsLeaveOutTerminatingPodsAndSeparateNotReadyOnes() {
    List<EndpointSubset> subsets =
        EndpointSubset.of(
            service(false, "80"),
            List.of(pod(true, false, 80), pod(false, false, 80), pod(true, true, 80)),
            false);

    assertThat(subsets).hasSize(1);
    assertThat(subsets.get(0).ready()).hasSize(1);
    assertThat(subsets.get(0).notReady()).hasSize(1);
  }

  private static ServiceSpec service(boolean publishNotReady, String target) {
    return new ServiceSpec(
        "ns",
        "web",
        false,
        publishNotReady,
        List.of(new ServiceSpec.Port("http", "TCP", target, null)));
  }

  private static EndpointPod pod(boolean ready, boolean terminating, int port) {
    return new EndpointPod(
        "ns",
        "pod",
        "uid",
        List.of("10.0.0.1"),
        ready,
        terminating,
        false,
        "node",
        true,
        null,
        "",
        "",
        List.of(new ContainerPort("web", "TCP", port)));
  }
}
