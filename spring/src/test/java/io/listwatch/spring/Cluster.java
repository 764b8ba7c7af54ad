package io.listwatch.spring;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;

/** An API server in memory. */
final class Cluster implements AutoCloseable {
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));

  /** Returns the property that names the server. */
  String property() {
    return "listwatch.url=http://127.0.0.1:" + server.port();
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
