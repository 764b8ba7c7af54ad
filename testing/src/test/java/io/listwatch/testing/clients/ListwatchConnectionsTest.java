package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The number of connections that a client opens. The JDK's client opens one for each exchange that
 * finds none idle, however many there are at that moment, and uses all but one of them only once.
 */
@ListwatchTest(tls = true)
@Timeout(180)
final class ListwatchConnectionsTest {
  @Test
  void concurrentCallsShareOneConnection(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    try (var proxy = new BlackholeProxy(config.server());
        ApiClient client = patient(config, proxy)) {
      callTogether(client.resources(Listwatch.CONFIG_MAPS).inNamespace("default"), 40);

      assertThat(proxy.connections()).isEqualTo(1);
    }
  }

  @Test
  void watchesShareNewConnectionsAfterABreak(TestServer server) throws Exception {
    ClientConfig config = Kubeconfig.parse(server.kubeconfig()).config();
    try (var proxy = new BlackholeProxy(config.server());
        ApiClient direct = ApiClient.of(config);
        ApiClient client = patient(config, proxy)) {
      String namespace = Listwatch.namespace(direct);
      InformerFactory informers = client.informers();
      List<Informer<Resource>> all = Listwatch.informers(informers, namespace, 60);
      informers.awaitSync(Duration.ofSeconds(60));
      assertThat(proxy.connections()).isEqualTo(2);

      proxy.breakOff();
      direct
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace(namespace)
          .create(Listwatch.configMap("heard", "1"));

      for (Informer<Resource> each : all) {
        await().until(() -> each.get(ResourceKey.of(namespace, "heard")).isPresent());
      }
      assertThat(all).allMatch(each -> each.health().reflector().lists() == 1);
      // Two more if all goes well. On a busy machine some of the new connections break again; a
      // total of up to 15 was seen. Without sharing there would be 62.
      assertThat(proxy.connections()).isBetween(4, 30);
    }
  }

  /**
   * Returns a client whose timeouts never expire, so that the test does not depend on the speed of
   * the machine.
   */
  private static ApiClient patient(ClientConfig config, BlackholeProxy proxy) {
    return ApiClient.of(config.with(each -> each.server(proxy.address())), new ManualTimers());
  }

  private static void callTogether(ResourceClient<Resource> resources, int callers)
      throws Exception {
    var start = new CountDownLatch(1);
    var threads = Executors.newFixedThreadPool(callers);
    try {
      var answers = new ArrayList<Future<?>>();
      for (int i = 0; i < callers; i++) {
        answers.add(
            threads.submit(
                () -> {
                  start.await();
                  return resources.list();
                }));
      }
      start.countDown();
      for (Future<?> each : answers) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
