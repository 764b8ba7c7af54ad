package io.listwatch.cli;

import io.listwatch.server.ApiServer;
import java.util.concurrent.CompletableFuture;

/**
 * What a server needs and takes long to load, loaded on a thread of its own while storage is opened
 * and certificates are made; and then what only its first client over TLS needs.
 *
 * <p>The first part must have come to its end before anybody else uses the same classes: two
 * threads that initialize classes which need each other could wait for each other for ever.
 */
final class HeadStart implements AutoCloseable {
  private final SingleThread thread = new SingleThread("listwatch-start");
  private final CompletableFuture<Void> loaded =
      CompletableFuture.runAsync(ApiServer::prepare, thread);

  HeadStart() {
    thread.execute(ApiServer::prepareHandshakes);
  }

  void await() {
    loaded.join();
  }

  @Override
  public void close() {
    thread.close();
  }
}
