package io.listwatch.testing.quarkus;

import io.listwatch.testing.TestServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A test resource of Quarkus, for {@code @WithTestResource}: starts a {@link TestServer} before
 * Quarkus starts the application, and configures the application's Kubernetes client with it. A
 * field of the test that has the type {@code TestServer} gets the server.
 *
 * <p>Called by one thread of Quarkus.
 */
public final class ListwatchTestResource implements QuarkusTestResourceLifecycleManager {
  private @Nullable TestServer server;

  /** Called by Quarkus. */
  public ListwatchTestResource() {}

  @Override
  public Map<String, String> start() {
    TestServer started = TestServer.start();
    server = started;
    return Map.of(
        ListwatchDevServices.ADDRESS, started.address().toString(),
        ListwatchDevServices.NAMESPACE, started.namespace());
  }

  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(server, new TestInjector.MatchesType(TestServer.class));
  }

  @Override
  public void stop() {
    if (server != null) {
      server.close();
    }
  }
}
