package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A connection that dies without anyone saying so. The JDK's client would use it for ever: it does
 * not ask whether the other side is still there.
 */
@ListwatchTest(tls = true)
@Timeout(120)
final class ListwatchDeadConnectionTest {
  private static final ReflectorPolicy ONE_BY_ONE =
      ReflectorPolicy.CLIENT.with(policy -> policy.overlap(Duration.ZERO));

  /** For calls no time passes, so that no other deadline than watches' helps. */
  @Test
  void pain01_aWatchOnADeadConnectionIsFollowedByOneOnAnother(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    var timers = new ManualTimers();
    try (var proxy = new DeadeningProxy(config.server());
        ApiClient direct = ApiClient.of(config);
        ApiClient client =
            ApiClient.of(config.with(each -> each.server(proxy.address())), new ManualTimers())) {
      String namespace = Listwatch.namespace(direct);
      InformerFactory informers =
          client.informers(
              builder -> builder.options(each -> each.policy(ONE_BY_ONE).timers(timers)));
      Informer<Resource> one = start(informers, namespace);
      assertThat(informers.awaitSync(Duration.ofSeconds(60))).isEmpty();
      int connections = proxy.connections();

      proxy.deaden();
      direct
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace(namespace)
          .create(Listwatch.configMap("unheard", "1"));
      // Watches were asked to last up to 600 s, and may take 30 more; the next ones have not then.
      timers.advance(Duration.ofSeconds(635));

      await().until(() -> one.get(ResourceKey.of(namespace, "unheard")).isPresent());
      assertThat(proxy.connections()).isEqualTo(connections + 1);
      assertThat(one.health().reflector().lists()).isEqualTo(1);
    }
  }

  /** Of more than one connection, none of which anybody has said to be dead. */
  @Test
  void pain01_allWatchesOnDeadConnectionsAreFollowedByOthers(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    var timers = new ManualTimers();
    var metrics = new OpenWatches();
    try (var proxy = new DeadeningProxy(config.server());
        ApiClient direct = ApiClient.of(config);
        ApiClient client =
            ApiClient.of(
                config.with(each -> each.server(proxy.address()).metrics(metrics)),
                new ManualTimers())) {
      String namespace = Listwatch.namespace(direct);
      InformerFactory informers =
          client.informers(
              builder -> builder.options(each -> each.policy(ONE_BY_ONE).timers(timers)));
      List<Informer<Resource>> all = Listwatch.informers(informers, namespace, 60);
      assertThat(informers.awaitSync(Duration.ofSeconds(60))).isEmpty();
      int connections = proxy.connections();

      proxy.deaden();
      direct
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace(namespace)
          .create(Listwatch.configMap("unheard", "1"));
      timers.advance(Duration.ofSeconds(635));

      for (Informer<Resource> each : all) {
        await().until(() -> each.get(ResourceKey.of(namespace, "unheard")).isPresent());
      }
      assertThat(all).allMatch(each -> each.health().reflector().lists() == 1);
      assertThat(proxy.connections()).isEqualTo(connections + 2);
      await().until(() -> metrics.count() == 60);
    }
  }

  private static Informer<Resource> start(InformerFactory informers, String namespace) {
    Selection selection = Selection.of(Listwatch.CONFIG_MAPS).inNamespace(namespace);
    return informers.informer(selection, ObjectCodec.raw()).start();
  }
}
