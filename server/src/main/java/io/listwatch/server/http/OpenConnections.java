package io.listwatch.server.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The connections that there are, for a server that has little time to close: the HTTP library
 * waits for a whole second wherever there is one.
 *
 * <p>Thread-safe.
 */
final class OpenConnections {
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();

  void add(Channel connection) {
    open.add(connection);
    connection.closeFuture().addListener(closed -> open.remove(connection));
  }

  /** Closes them once what is on its way has had some time to go out; returns when they are. */
  void closeAfter(Duration grace) {
    long nanos = grace.toNanos();
    List<Channel> closing = List.copyOf(open);
    for (Channel each : closing) {
      var unused = each.eventLoop().schedule(() -> close(each), nanos, TimeUnit.NANOSECONDS);
    }
    for (Channel each : closing) {
      each.closeFuture().awaitUninterruptibly(10 * nanos, TimeUnit.NANOSECONDS);
      // The library hears of it on the loop, perhaps after us.
      each.eventLoop().submit(() -> {}).awaitUninterruptibly(10 * nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static void close(Channel connection) {
    var unused = connection.close();
  }
}
