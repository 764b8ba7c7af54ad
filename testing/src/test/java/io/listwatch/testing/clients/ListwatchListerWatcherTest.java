package io.listwatch.testing.clients;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.ListerWatcherContract;
import org.junit.jupiter.api.AfterEach;

/** Our client on our server fulfils the contract of a {@code ListerWatcher}. */
final class ListwatchListerWatcherTest extends ListerWatcherContract {
  private final RestartableServer server = new RestartableServer();
  private final ApiClient client = server.client();
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

  /** Restarts the server: its cache still has the history that the storage has compacted. */
  @Override
  protected void compact() throws Exception {
    server.restartCompacted();
  }
}
