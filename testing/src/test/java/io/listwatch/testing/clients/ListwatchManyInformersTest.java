package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerHealth;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More informers than the 100 streams that a server allows per connection. With the JDK's client
 * alone, the surplus ones would fail.
 */
@ListwatchTest(tls = true)
@Timeout(300)
final class ListwatchManyInformersTest {
  private static final int INFORMERS = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** While watches overlap with their successors, there are up to twice as many. */
  @Test
  void allInformersRunWhileTheirWatchesAreReplaced(TestServer server) throws Exception {
    ReflectorPolicy rotating =
        ReflectorPolicy.CLIENT.with(policy -> policy.watchTimeout(Duration.ofSeconds(2)));
    try (ApiClient client = Listwatch.client(server)) {
      String namespace = Listwatch.namespace(client);
      InformerFactory factory =
          client.informers(builder -> builder.options(options -> options.policy(rotating)));
      List<Informer<Resource>> informers = Listwatch.informers(factory, namespace, INFORMERS);
      factory.awaitSync(PATIENCE);
      awaitEach(informers, informer -> informer.health().reflector().reconnects() >= 1);

      client
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace(namespace)
          .create(Listwatch.configMap("one-for-all", "1"));

      awaitEach(informers, informer -> informer.list().size() == 1);
      assertThat(factory.health().values())
          .hasSize(INFORMERS)
          .allMatch(InformerHealth::healthy)
          .allMatch(health -> health.reflector().lists() == 1)
          .allMatch(health -> health.reflector().lastError() == null);
    }
  }

  private static void awaitEach(
      List<Informer<Resource>> informers, Predicate<Informer<Resource>> condition) {
    for (Informer<Resource> informer : informers) {
      await().atMost(PATIENCE).until(() -> condition.test(informer));
    }
  }
}
