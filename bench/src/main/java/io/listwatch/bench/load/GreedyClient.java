package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that lists everything again and again. It sends a rejected list again after a short
 * pause, without regard to {@code Retry-After}.
 */
final class GreedyClient {
  static final String USER = "greedy";

  private final String path;
  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicInteger rejected = new AtomicInteger();
  private volatile boolean ended;

  GreedyClient(String path) {
    this.path = path;
  }

  /** Keeps one list in progress on a connection. */
  void list(LoadConnection connection) {
    if (!ended) {
      connection.send(
          connection.headers("GET", path).add("accept", "application/json"),
          new byte[0],
          new OneList(connection));
    }
  }

  void end() {
    ended = true;
  }

  /** Returns the number of complete lists. */
  int lists() {
    return lists.get();
  }

  /** Returns the number of lists that the server rejected. */
  int rejected() {
    return rejected.get();
  }

  private final class OneList implements ResponseListener {
    private final LoadConnection connection;
    private int status;

    OneList(LoadConnection connection) {
      this.connection = connection;
    }

    @Override
    public void headers(int newStatus) {
      status = newStatus;
    }

    @Override
    public boolean data(ByteBuf data) {
      return true;
    }

    @Override
    public void end() {
      if (status == 200) {
        lists.incrementAndGet();
        list(connection);
      } else {
        rejected.incrementAndGet();
        connection.later(() -> list(connection));
      }
    }

    @Override
    public void broken(String reason) {
      if (!ended) {
        connection.later(() -> list(connection));
      }
    }
  }
}
