package io.listwatch.server.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The open connections, which a closing server ends itself: Armeria waits for a whole second if any
 * is open, and half a minute for the streams of HTTP/2 that a client does not read.
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
   * Closes the connections after a grace period for responses in progress. Connections that are
   * still open four such periods later are closed {@linkplain #closeNow at once}. Blocks until all
   * are closed.
   */
  void closeAfter(Duration grace) {
    List<Channel> closing = List.copyOf(open);
    for (Channel each : closing) {
      var unused =
          each.eventLoop().schedule(() -> close(each), grace.toNanos(), TimeUnit.NANOSECONDS);
    }
    if (!awaitEnd(closing, grace.multipliedBy(5))) {
      closeNow(grace.multipliedBy(5));
    }
  }

  private static void close(Channel connection) {
    var unused = connection.close();
  }

  /**
   * Closes the connections without waiting for data that their clients have not read. Blocks until
   * they are closed, for a limited time.
   */
  void closeNow(Duration limit) {
    List<Channel> closing = List.copyOf(open);
    for (Channel each : closing) {
      // Bypasses the handlers: that of HTTP/2 would wait for the streams to end.
      each.eventLoop().execute(() -> each.unsafe().close(each.unsafe().voidPromise()));
    }
    boolean unusedEnded = awaitEnd(closing, limit);
  }

  /** Returns false if some connections are open after the time. */
  private static boolean awaitEnd(List<Channel> closing, Duration limit) {
    CompletableFuture<?>[] ends =
        closing.stream().map(OpenConnections::end).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(ends).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns a stage that completes when a connection is closed and Armeria has been notified of it
   * on the event loop.
   */
  private static CompletableFuture<Void> end(Channel connection) {
    var end = new CompletableFuture<Void>();
    connection
        .closeFuture()
        .addListener(closed -> connection.eventLoop().execute(() -> end.complete(null)));
    return end;
  }
}
