package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.listwatch.testing.Fault;
import io.listwatch.testing.Faults;
import io.listwatch.testing.FaultyStreams;
import io.listwatch.testing.HeldEvents;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the official client's informer under faults. */
@ListwatchTest(tls = true)
@Timeout(240)
final class OfficialFaultsTest {
  private final TestServer server;
  private final Faults faults;
  private final CoreV1Api core;
  private final String namespace;
  private final Requests requests = new Requests();
  private ConfigMapInformer informing;

  OfficialFaultsTest(TestServer server) throws Exception {
    this.server = server;
    this.faults = server.faults();
    var client = Official.client(server);
    this.core = new CoreV1Api(client);
    this.namespace = Official.namespace(client);
  }

  @BeforeEach
  void open() throws Exception {
    informing = new ConfigMapInformer(server, namespace, requests);
  }

  @AfterEach
  void close() {
    faults.clear();
    informing.close();
  }

  private void start() {
    informing.start();
    streams().awaitOpen();
  }

  private FaultyStreams streams() {
    return faults.streams("configmaps").inNamespace(namespace);
  }

  private void create(String name) throws ApiException {
    core.createNamespacedConfigMap(namespace, Official.configMap(name, Map.of("k", "é"))).execute();
  }

  private int size() {
    return informing.informer.getIndexer().listKeys().size();
  }

  /** This client does not resume after an error: it lists again, and loses nothing. */
  @Test
  void recoversFromDroppedStream() throws Exception {
    start();

    streams().drop().awaitHit();
    create("a");

    await().until(() -> size() == 1);
    assertThat(requests.lists("configmaps")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listsAgainAfterExpiredHistory(boolean byStatus) throws Exception {
    informing.close();
    // This client resumes from its version only after a stream that ended properly.
    Requests brief = Requests.withWatchesOf(1);
    informing = new ConfigMapInformer(server, namespace, brief);
    start();
    Fault expiry = byStatus ? streams().expireHistoryByStatus() : streams().expireHistory();

    expiry.awaitHit();
    create("a");

    await().until(() -> size() == 1);
    assertThat(brief.lists("configmaps")).hasSize(2);
  }

  @Test
  void receivesReleasedEventsOneByOne() throws Exception {
    start();
    try (HeldEvents held = streams().hold()) {
      create("a");
      create("b");
      held.awaitHit();
      assertThat(size()).isZero();

      held.release(1);

      held.awaitHits(2, Duration.ofSeconds(50));
      await().until(() -> size() == 1);
    }
    await().until(() -> size() == 2);
  }

  @Test
  void reassemblesSplitEvents() throws Exception {
    start();
    streams().split(20, Duration.ofMillis(2));

    create("a");

    await().until(() -> size() == 1);
    assertThat(informing.informer.getIndexer().getByKey(namespace + "/a").getData())
        .containsValue("é");
    assertThat(requests.watches("configmaps")).hasSize(1);
  }
}
