package io.listwatch.testing.inside;

import io.listwatch.server.ApiServer;
import io.listwatch.testing.seam.LogOutside;
import io.listwatch.testing.seam.ServerInside;
import io.listwatch.testing.seam.ServerSettings;
import io.listwatch.testing.seam.ServersInside;

/** Starts servers in memory. Found by its name. */
public final class Servers implements ServersInside {
  /** Tells the log to go to that of the test before anybody logs, and begins to load classes. */
  public Servers(LogOutside log) {
    LogBridge.leadTo(log);
    // Half of what a first server loads, while its caller loads the other half.
    var loading = new Thread(ApiServer::prepare, "listwatch-prepare");
    loading.setDaemon(true);
    loading.start();
  }

  @Override
  public ServerInside start(ServerSettings settings) {
    return MemoryServer.start(settings);
  }
}
