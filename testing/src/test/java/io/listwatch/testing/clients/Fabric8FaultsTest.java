package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.listwatch.testing.Fault;
import io.listwatch.testing.Faults;
import io.listwatch.testing.FaultyStreams;
import io.listwatch.testing.HeldEvents;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.Verb;
import io.listwatch.testing.clients.Fabric8.Transport;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests fabric8's informer under faults, over both of its transports. */
@ListwatchTest(tls = true)
@Timeout(240)
final class Fabric8FaultsTest {
  private final TestServer server;
  private final Faults faults;
  private final KubernetesClient writer;
  private final String namespace;
  private final Requests requests = new Requests();

  Fabric8FaultsTest(TestServer server) {
    this.server = server;
    this.faults = server.faults();
    this.writer = Fabric8.client(server);
    this.namespace = Fabric8.namespace(writer);
  }

  @AfterEach
  void close() {
    faults.clear();
    writer.close();
  }

  private FaultyStreams streams() {
    return faults.streams("configmaps").inNamespace(namespace);
  }

  private void create(String name) {
    writer.resource(Fabric8.configMap(namespace, name, Map.of("k", "é"))).create();
  }

  private SharedIndexInformer<ConfigMap> inform(KubernetesClient client) {
    SharedIndexInformer<ConfigMap> informer = client.configMaps().inNamespace(namespace).inform();
    streams().awaitOpen();
    return informer;
  }

  private void awaitHas(SharedIndexInformer<ConfigMap> informer, String name) {
    await().until(() -> informer.getStore().listKeys().contains(namespace + "/" + name));
  }

  @ParameterizedTest
  @EnumSource
  void resumesDroppedStreamWithoutList(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      // fabric8 treats a stream that breaks within two seconds, without an event, as if its version
      // had expired.
      create("before");
      awaitHas(informer, "before");
      streams().drop().awaitHit();
      create("a");

      awaitHas(informer, "a");
      assertThat(requests.lists("configmaps")).hasSize(1);
      assertThat(requests.watches("configmaps")).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void getsTruncatedEventAgainFromTheNextStream(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      Fault fault = streams().dropMidFrame();
      create("a");

      fault.awaitHit();
      awaitHas(informer, "a");
      // fabric8 may list again: it treats a stream that breaks so soon as if its version had
      // expired.
      await().until(() -> requests.watches("configmaps").size() == 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void listsAgainAfterExpiredHistory(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      create("before");
      awaitHas(informer, "before");
      Fault expiry = streams().expireHistory();
      streams().drop().awaitHit();
      expiry.awaitHit();
      create("a");

      awaitHas(informer, "a");
      assertThat(requests.lists("configmaps")).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void receivesReleasedEventsOneByOne(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client);
        HeldEvents held = streams().hold()) {
      create("a");
      create("b");
      held.awaitHit();
      assertThat(informer.getStore().list()).isEmpty();

      held.release(1);
      held.awaitHits(2, Duration.ofSeconds(50));
      awaitHas(informer, "a");
      assertThat(informer.getStore().list()).hasSize(1);

      held.release(1);
      awaitHas(informer, "b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void reassemblesSplitEvents(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      streams().split(5, Duration.ofMillis(5));

      create("a");
      create("b");

      awaitHas(informer, "b");
      assertThat(informer.getStore().getByKey(namespace + "/a").getData()).containsValue("é");
      assertThat(requests.watches("configmaps")).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void retriesListAfter503(Transport transport) {
    create("a");
    Fault refusal =
        faults.next(Verb.LIST, "configmaps").inNamespace(namespace).times(2).answer(503);
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      awaitHas(informer, "a");
      assertThat(refusal.hits()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void retriesListWithoutResponse(Transport transport) {
    create("a");
    Fault lost = faults.next(Verb.LIST, "configmaps").inNamespace(namespace).loseAnswer();
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      awaitHas(informer, "a");
      assertThat(lost.hits()).isEqualTo(1);
    }
  }

  /** Cuts a later list, not the first: an informer whose first list fails gives up at once. */
  @ParameterizedTest
  @EnumSource
  void retriesTruncatedList(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      create("before");
      awaitHas(informer, "before");
      Fault cut = faults.next(Verb.LIST, "configmaps").inNamespace(namespace).cutAnswer();
      Fault expiry = streams().expireHistory();
      streams().drop().awaitHit();
      expiry.awaitHit();
      cut.awaitHit();
      create("a");

      awaitHas(informer, "a");
      assertThat(informer.getStore().list()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void watchDeliversObjectsMissingInAStaleList(Transport transport) {
    Fault stale = faults.staleLists("configmaps");
    create("a");
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        var informer = inform(client)) {
      awaitHas(informer, "a");
      assertThat(stale.hits()).isEqualTo(1);
    }
  }
}
