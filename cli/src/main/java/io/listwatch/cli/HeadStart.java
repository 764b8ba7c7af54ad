package io.listwatch.cli;

import io.listwatch.server.ApiServer;
import java.util.concurrent.CompletableFuture;

/**
 * Loads slow classes on a thread of its own while storage is opened and certificates are created:
 * first those of the server, then those for the first TLS handshake.
 *
 * <p>{@link #await} must return before another thread uses the classes of the server. Two threads
 * that initialize classes which depend on each other could deadlock.
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
