package it;

import io.listwatch.testing.TestServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** A server that is there before Quarkus starts the application, whose client is told where. */
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
