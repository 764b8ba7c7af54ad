package io.listwatch.cli;

import io.listwatch.server.ApiServer;
import java.util.concurrent.CompletableFuture;

/**
 * What a server needs and takes long to load, loaded on a thread of its own while storage is opened
 * and certificates are made.
 *
 * <p>It must have come to its end before anybody else uses the same classes: two threads that
 * initialize classes which need each other could wait for each other for ever.
 */
final class HeadStart implements AutoCloseable {
  private final SingleThread thread = new SingleThread("listwatch-start");
  private final CompletableFuture<Void> done =
      CompletableFuture.runAsync(ApiServer::prepare, thread);

  void await() {
    done.join();
  }

  @Override
  public void close() {
    thread.close();
  }
}
