package io.listwatch.workloads;

import static io.listwatch.workloads.WorkloadsServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ElectionTest {
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final ClientConfig config =
      ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  @Test
  void anotherCandidateTakesOverWhenTheLeaderCloses() throws InterruptedException {
    WorkloadsCandidate first = Workloads.builder(config).startElected("first", run -> {});
    eventually(() -> first.running().isPresent());
    try (WorkloadsCandidate second = Workloads.builder(config).startElected("second", run -> {})) {
      try (first) {
        first.running().orElseThrow().awaitNodes(Duration.ofSeconds(30));
        assertThat(second.running()).isEmpty();
      }

      eventually(() -> second.running().isPresent());
    }
  }

  /** The Lease of the killed process lasts for an hour, longer than a test may take. */
  @Test
  void killedCandidateTakesOverAtOnceWithTheSameIdentity() throws InterruptedException {
    createLease("listwatch-workloads", "first");

    try (WorkloadsCandidate second = Workloads.builder(config).startElected("second", run -> {});
        WorkloadsCandidate first = Workloads.builder(config).startElected("first", run -> {})) {
      eventually(() -> first.running().isPresent());

      assertThat(second.running()).isEmpty();
    }
  }

  @Test
  void rejectsCandidateNextToKubeControllerManagerUnlessForced() throws InterruptedException {
    createLease("kube-controller-manager", "manager-1");

    assertThatThrownBy(() -> Workloads.builder(config).startElected("first", run -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("manager-1 holds its Lease");
    try (WorkloadsCandidate forced =
        Workloads.builder(config).force(true).startElected("first", run -> {})) {
      eventually(() -> forced.running().isPresent());
    }
  }

  private void createLease(String name, String holder) throws InterruptedException {
    try (ApiClient client = ApiClient.of(config)) {
      var unused =
          client
              .resources(Types.LEASES, ApiObject.CODEC)
              .inNamespace("kube-system")
              .create(
                  WorkloadsServer.object(
                      """
                      {"metadata":{"name":"%s","namespace":"kube-system"},\
                      "spec":{"holderIdentity":"%s","leaseDurationSeconds":3600,\
                      "leaseTransitions":3,"renewTime":"%s.000000Z"}}\
                      """
                          .formatted(
                              name, holder, Timers.system().now().toString().substring(0, 19))));
    }
  }
}
