package io.listwatch.server.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The open connections, for a server with a short shutdown timeout: Armeria waits for a whole
 * second if there is any.
 *
 * <p>Thread-safe.
 */
final class OpenConnections {
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();

  void add(Channel connection) {
    open.add(connection);
    connection.closeFuture().addListener(closed -> open.remove(connection));
  }

  int count() {
    return open.size();
  }

  /**
   * Closes the connections after a grace period for responses in progress. Blocks until they are
   * closed.
   */
  void closeAfter(Duration grace) {
    long nanos = grace.toNanos();
    List<Channel> closing = List.copyOf(open);
    for (Channel each : closing) {
      var unused = each.eventLoop().schedule(() -> close(each), nanos, TimeUnit.NANOSECONDS);
    }
    for (Channel each : closing) {
      each.closeFuture().awaitUninterruptibly(10 * nanos, TimeUnit.NANOSECONDS);
      // Armeria is notified on the event loop, perhaps after this thread.
      each.eventLoop().submit(() -> {}).awaitUninterruptibly(10 * nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static void close(Channel connection) {
    var unused = connection.close();
  }
}
