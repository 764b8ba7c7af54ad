package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leader election of the fabric8 client, by a Lease. */
@ListwatchTest(tls = true)
final class Fabric8LeaderElectionTest {
  private final KubernetesClient client;
  private final Queue<String> history = new ConcurrentLinkedQueue<>();
  private String namespace = "";

  Fabric8LeaderElectionTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void createNamespace() {
    namespace = Fabric8.namespace(client);
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  @Test
  void secondCandidateLeadsWhenTheFirstStops() {
    CompletableFuture<?> first = stand("first");
    await().until(() -> history.contains("first leads"));
    CompletableFuture<?> second = stand("second");
    await().until(() -> history.contains("second sees first"));

    first.cancel(true);

    await().until(() -> history.contains("second leads"));
    await().until(() -> history.contains("first stops"));
    assertThat(List.copyOf(history)).containsSubsequence("first leads", "second leads");
    assertThat(lease().getHolderIdentity()).isEqualTo("second");

    second.cancel(true);

    await().until(() -> history.contains("second stops"));
    // This client releases a lease by setting its duration to one second.
    await().until(() -> lease().getLeaseDurationSeconds() == 1);
  }

  private CompletableFuture<?> stand(String name) {
    return client
        .leaderElector()
        .withConfig(
            new LeaderElectionConfigBuilder()
                .withName("test")
                .withLock(new LeaseLock(namespace, "leader", name))
                .withLeaseDuration(Duration.ofSeconds(20))
                .withRenewDeadline(Duration.ofSeconds(15))
                .withRetryPeriod(Duration.ofMillis(50))
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(
                    new LeaderCallbacks(
                        () -> history.add(name + " leads"),
                        () -> history.add(name + " stops"),
                        leader -> history.add(name + " sees " + leader)))
                .build())
        .build()
        .start();
  }

  private LeaseSpec lease() {
    return client.leases().inNamespace(namespace).withName("leader").get().getSpec();
  }
}
