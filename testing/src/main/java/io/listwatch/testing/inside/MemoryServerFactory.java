package io.listwatch.testing.inside;

import io.listwatch.server.ApiServer;
import io.listwatch.testing.seam.IsolatedServer;
import io.listwatch.testing.seam.ServerFactory;
import io.listwatch.testing.seam.ServerSettings;
import io.listwatch.testing.seam.TestLog;

/** Starts servers in memory. {@code Isolation} loads this class by its name. */
public final class MemoryServerFactory implements ServerFactory {
  /**
   * Routes the server's log to the test's before anything is logged, and starts loading classes.
   */
  public MemoryServerFactory(TestLog log) {
    LogBridge.forwardTo(log);
    // Loads half of the classes that a first server needs while the caller loads the other half.
    var loading = new Thread(ApiServer::prepare, "listwatch-prepare");
    loading.setDaemon(true);
    loading.start();
  }

  @Override
  public IsolatedServer start(ServerSettings settings) {
    return MemoryServer.start(settings);
  }
}
