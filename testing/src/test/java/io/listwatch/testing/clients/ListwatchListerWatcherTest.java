package io.listwatch.testing.clients;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.ListerWatcherContract;
import io.listwatch.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;

/** A collection of our server through our client keeps what every source promises a reflector. */
final class ListwatchListerWatcherTest extends ListerWatcherContract {
  private final TestServer server = TestServer.builder().tls().start();
  private final ApiClient client = Listwatch.client(server);
  private final String namespace = Listwatch.namespace(client);
  private final ResourceClient<Resource> objects =
      client.resources(Listwatch.CONFIG_MAPS).inNamespace(namespace);

  ListwatchListerWatcherTest() throws InterruptedException {}

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Override
  protected ListerWatcher source() {
    return client.listerWatcher(Listwatch.CONFIG_MAPS, namespace);
  }

  @Override
  protected Resource put(String name, String text) throws Exception {
    return objects.get(name).isPresent()
        ? objects.patch(name, Patch.merge("{\"data\":{\"text\":\"%s\"}}".formatted(text)))
        : objects.create(Listwatch.configMap(name, text));
  }

  @Override
  protected void delete(String name) throws Exception {
    objects.delete(name);
  }

  @Override
  protected void compact() {
    Assumptions.abort("the server remembers what its storage has forgotten");
  }
}
