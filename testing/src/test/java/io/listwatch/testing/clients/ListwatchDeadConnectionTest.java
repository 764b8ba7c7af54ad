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
 * A connection that dies silently. The JDK's client would use it forever, because it does not check
 * whether the other side is still there.
 */
@ListwatchTest(tls = true)
@Timeout(120)
final class ListwatchDeadConnectionTest {
  private static final ReflectorPolicy WITHOUT_OVERLAP =
      ReflectorPolicy.CLIENT.with(policy -> policy.overlap(Duration.ZERO));

  /** Calls never time out here, so only the watches' own deadline can help. */
  @Test
  void pain01_watchMovesFromADeadConnection(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    var timers = new ManualTimers();
    try (var proxy = new BlackholeProxy(config.server());
        ApiClient direct = ApiClient.of(config);
        ApiClient client =
            ApiClient.of(config.with(each -> each.server(proxy.address())), new ManualTimers())) {
      String namespace = Listwatch.namespace(direct);
      InformerFactory informers =
          client.informers(
              builder -> builder.options(each -> each.policy(WITHOUT_OVERLAP).timers(timers)));
      Informer<Resource> one = start(informers, namespace);
      informers.awaitSync(Duration.ofSeconds(60));
      int connections = proxy.connections();

      proxy.blackhole();
      direct
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace(namespace)
          .create(Listwatch.configMap("unheard", "1"));
      // A watch requests up to 600 s and may take 30 s more. The next watches have not reached that
      // by then.
      timers.advance(Duration.ofSeconds(635));

      await().until(() -> one.get(ResourceKey.of(namespace, "unheard")).isPresent());
      assertThat(proxy.connections()).isEqualTo(connections + 1);
      assertThat(one.health().reflector().lists()).isEqualTo(1);
    }
  }

  /** The watches are spread over several connections, none of which was reported as dead. */
  @Test
  void pain01_allWatchesMoveFromDeadConnections(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    var timers = new ManualTimers();
    var metrics = new OpenWatches();
    try (var proxy = new BlackholeProxy(config.server());
        ApiClient direct = ApiClient.of(config);
        ApiClient client =
            ApiClient.of(
                config.with(each -> each.server(proxy.address()).metrics(metrics)),
                new ManualTimers())) {
      String namespace = Listwatch.namespace(direct);
      InformerFactory informers =
          client.informers(
              builder -> builder.options(each -> each.policy(WITHOUT_OVERLAP).timers(timers)));
      List<Informer<Resource>> all = Listwatch.informers(informers, namespace, 60);
      informers.awaitSync(Duration.ofSeconds(60));
      int connections = proxy.connections();

      proxy.blackhole();
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
