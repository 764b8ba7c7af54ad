package io.listwatch.testing.clients;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.util.concurrent.ExecutionException;

/**
 * A server whose storage outlives it, so that it can restart at the same address.
 *
 * <p>Not thread-safe.
 */
final class RestartableServer implements AutoCloseable {
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final int port = server.port();

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  ApiClient client() {
    return ApiClient.of(ClientConfig.of(address()));
  }

  void restart() {
    stop();
    start();
  }

  void stop() {
    server.close();
  }

  void start() {
    server = ApiServer.start(storage, ApiServerConfig.open(port));
  }

  /** Restarts with the history compacted up to now. */
  void restartCompacted() throws InterruptedException, ExecutionException {
    stop();
    long revision = storage.currentRevision().toCompletableFuture().get();
    storage.compact(revision).toCompletableFuture().get();
    start();
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
