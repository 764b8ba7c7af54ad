package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ConflictException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.testing.Fault;
import io.listwatch.testing.Faults;
import io.listwatch.testing.HeldEvents;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.Verb;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests our informer under faults. */
@ListwatchTest(tls = true)
@Timeout(240)
final class ListwatchFaultsTest {
  private final Faults faults;
  private final ApiClient client;
  private final String namespace;
  private final ResourceClient<Resource> maps;

  ListwatchFaultsTest(TestServer server) throws InterruptedException {
    faults = server.faults();
    client = Listwatch.client(server);
    namespace = Listwatch.namespace(client);
    maps = client.resources(Listwatch.CONFIG_MAPS).inNamespace(namespace);
  }

  @AfterEach
  void close() {
    faults.clear();
    client.close();
  }

  /** Returns a synced informer with a backoff of 10 ms. */
  private Informer<Resource> informer(boolean streaming) throws InterruptedException {
    Informer<Resource> informer = unsynced(streaming).start();
    informer.awaitSync(Duration.ofSeconds(60));
    return informer;
  }

  private Informer<Resource> unsynced(boolean streaming) {
    ReflectorPolicy policy =
        ReflectorPolicy.CLIENT.with(
            changes ->
                changes
                    .streaming(streaming)
                    .backoff(BackoffPolicy.constant(Duration.ofMillis(10))));
    return client
        .informers(builder -> builder.options(options -> options.policy(policy)))
        .informer(Selection.of(Listwatch.CONFIG_MAPS).inNamespace(namespace), ObjectCodec.raw());
  }

  private void awaitHas(Informer<Resource> informer, String name) {
    await().until(() -> informer.get(ResourceKey.of(namespace, name)).isPresent());
  }

  private static ReflectorStatus status(Informer<Resource> informer) {
    return informer.health().reflector();
  }

  @Test
  void resumesDroppedStreamWithoutList() throws Exception {
    Informer<Resource> informer = informer(true);

    faults.streams("configmaps").inNamespace(namespace).drop().awaitHit();
    maps.create(Listwatch.configMap("a", "1"));

    awaitHas(informer, "a");
    assertThat(status(informer).lists()).isEqualTo(1);
    assertThat(status(informer).reconnects()).isEqualTo(1);
  }

  @Test
  void getsTruncatedEventAgainFromTheNextStream() throws Exception {
    Informer<Resource> informer = informer(true);
    Fault fault = faults.streams("configmaps").inNamespace(namespace).dropMidFrame();

    maps.create(Listwatch.configMap("a", "1"));

    fault.awaitHit();
    awaitHas(informer, "a");
    assertThat(status(informer).lists()).isEqualTo(1);
    assertThat(status(informer).unreadable()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listsAgainAfterExpiredHistory(boolean byStatus) throws Exception {
    Informer<Resource> informer = informer(false);
    var streams = faults.streams("configmaps").inNamespace(namespace);
    streams.awaitOpen();
    // A stream that breaks within a second, without an event, would cause a list in any case.
    maps.create(Listwatch.configMap("old", "1"));
    awaitHas(informer, "old");
    Fault expiry = byStatus ? streams.expireHistoryByStatus() : streams.expireHistory();

    streams.drop().awaitHit();
    expiry.awaitHit();
    maps.create(Listwatch.configMap("new", "1"));

    awaitHas(informer, "new");
    assertThat(status(informer).lists()).isEqualTo(2);
    assertThat(expiry.hits()).isEqualTo(1);
    assertThat(informer.list()).hasSize(2);
  }

  @Test
  void receivesReleasedEventsOneByOne() throws Exception {
    Informer<Resource> informer = informer(true);
    try (HeldEvents held = faults.hold("configmaps")) {
      maps.create(Listwatch.configMap("a", "1"));
      maps.create(Listwatch.configMap("b", "1"));
      held.awaitHit();
      assertThat(informer.list()).isEmpty();

      held.release(1);

      // The second event has to wait again, which shows that the first was sent.
      held.awaitHits(2, Duration.ofSeconds(50));
      awaitHas(informer, "a");
      assertThat(informer.list()).hasSize(1);
    }
    awaitHas(informer, "b");
  }

  @Test
  void reassemblesSplitEvents() throws Exception {
    Informer<Resource> informer = informer(true);
    Fault split = faults.streams("configmaps").split(50, Duration.ofMillis(1));

    maps.create(Listwatch.configMap("a", "ä日本😀"));

    awaitHas(informer, "a");
    assertThat(split.hits()).isEqualTo(1);
    assertThat(new String(informer.list().iterator().next().resource().toByteArray(), UTF_8))
        .contains("ä日本😀");
  }

  @Test
  void retriesWatchAfter429() throws Exception {
    Fault refusal =
        faults.next(Verb.WATCH, "configmaps").inNamespace(namespace).times(2).answer(429);

    informer(true);

    assertThat(refusal.hits()).isEqualTo(2);
  }

  @Test
  void retriesListAfter500() throws Exception {
    Fault failure =
        faults.next(Verb.LIST, "configmaps").inNamespace(namespace).times(2).answer(500);
    maps.create(Listwatch.configMap("a", "1"));

    Informer<Resource> informer = informer(false);

    awaitHas(informer, "a");
    assertThat(failure.hits()).isEqualTo(2);
  }

  @Test
  void updateThrowsOnConflict() throws Exception {
    maps.create(Listwatch.configMap("a", "1"));
    Fault conflict = faults.next(Verb.UPDATE, "configmaps").named("a").answer(409);

    assertThatThrownBy(() -> maps.update(Listwatch.configMap("a", "2")))
        .isInstanceOf(ConflictException.class);

    assertThat(conflict.hits()).isEqualTo(1);
    maps.update(Listwatch.configMap("a", "2"));
  }

  @Test
  void watchDeliversObjectsMissingInAStaleList() throws Exception {
    Fault stale = faults.staleLists("configmaps");
    maps.create(Listwatch.configMap("a", "1"));

    Informer<Resource> informer = informer(false);

    assertThat(stale.hits()).isEqualTo(1);
    awaitHas(informer, "a");
    assertThat(status(informer).lists()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void retriesLostOrTruncatedList(boolean begun) throws Exception {
    maps.create(Listwatch.configMap("a", "1"));
    maps.create(Listwatch.configMap("b", "1"));
    var lists = faults.next(Verb.LIST, "configmaps").inNamespace(namespace).times(2);
    Fault fault = begun ? lists.cutAnswer() : lists.loseAnswer();

    Informer<Resource> informer = informer(false);

    assertThat(informer.list()).hasSize(2);
    assertThat(fault.hits()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reopensWatchWithoutResponse(boolean streaming) throws Exception {
    Fault fault =
        faults.next(Verb.WATCH, "configmaps").inNamespace(namespace).times(2).loseAnswer();

    Informer<Resource> informer = informer(streaming);
    fault.awaitHits(2, Duration.ofSeconds(30));
    maps.create(Listwatch.configMap("a", "1"));

    awaitHas(informer, "a");
  }

  @Test
  void informerSeesAWriteWhoseResponseWasLost() throws Exception {
    Informer<Resource> informer = informer(true);
    Fault fault = faults.next(Verb.CREATE, "configmaps").inNamespace(namespace).loseAnswer();

    assertThatThrownBy(() -> maps.create(Listwatch.configMap("a", "1")))
        .isInstanceOf(UnavailableException.class);

    assertThat(fault.hits()).isEqualTo(1);
    awaitHas(informer, "a");
  }

  /** The state goes back in time, as it may with several servers, and forward again. */
  @Test
  void sameStreamDeliversObjectsMissingInStaleInitialEvents() throws Exception {
    Informer<Resource> informer = informer(true);
    var streams = faults.streams("configmaps").inNamespace(namespace);
    maps.create(Listwatch.configMap("gone", "1"));
    awaitHas(informer, "gone");
    Fault stale = faults.staleInitialEvents("configmaps");
    Fault stall = streams.stall();
    maps.create(Listwatch.configMap("new", "1"));
    maps.delete("gone");
    Fault expiry = streams.expireHistory();
    stall.awaitHit();

    streams.drop().awaitHit();
    stall.close();
    expiry.awaitHit();

    awaitHas(informer, "new");
    await().until(() -> informer.list().size() == 1);
    assertThat(stale.hits()).isEqualTo(1);
    assertThat(status(informer).lists()).isEqualTo(2);
  }

  @Test
  void keepsChangesDuringInitialEvents() throws Exception {
    maps.create(Listwatch.configMap("gone", "1"));
    faults.time().freeze();
    Fault late = faults.streams("configmaps").delayBookmarks(Duration.ofSeconds(1));
    Informer<Resource> informer = unsynced(true).start();
    late.awaitHit();
    maps.create(Listwatch.configMap("a", "1"));
    maps.delete("gone");
    assertThat(informer.hasSynced()).isFalse();

    faults.time().step(Duration.ofSeconds(1));

    informer.awaitSync(Duration.ofSeconds(60));
    awaitHas(informer, "a");
    await().until(() -> informer.list().size() == 1);
    assertThat(status(informer).lists()).isEqualTo(1);
  }

  @Test
  void receivesEventsOfAStalledStreamLate() throws Exception {
    Informer<Resource> informer = informer(true);
    try (Fault stall = faults.streams("configmaps").inNamespace(namespace).stall()) {
      maps.create(Listwatch.configMap("a", "1"));
      stall.awaitHit();
      assertThat(informer.list()).isEmpty();
    }
    awaitHas(informer, "a");
    assertThat(status(informer).reconnects()).isZero();
  }
}
