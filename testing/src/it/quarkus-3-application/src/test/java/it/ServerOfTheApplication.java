package it;

import io.listwatch.testing.TestServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Starts a server before Quarkus starts the application, and configures the application's client
 * with its address.
 */
public class ServerOfTheApplication implements QuarkusTestResourceLifecycleManager {
  private TestServer server;

  @Override
  public Map<String, String> start() {
    server = TestServer.start();
    return Map.of(
        "quarkus.kubernetes-client.api-server-url", server.address().toString(),
        "quarkus.kubernetes-client.namespace", server.namespace());
  }

  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(server, new TestInjector.MatchesType(TestServer.class));
  }

  @Override
  public void stop() {
    server.close();
  }
}
