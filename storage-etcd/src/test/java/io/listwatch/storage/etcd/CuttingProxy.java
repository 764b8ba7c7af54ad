package io.listwatch.storage.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A TCP proxy in front of an etcd that can cut connections or stop forwarding. */
final class CuttingProxy implements AutoCloseable {
  private final URI target;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong received = new AtomicLong();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile LongSupplier limit = () -> Long.MAX_VALUE;
  private volatile boolean silent;
  private volatile boolean dropsResponses;

  CuttingProxy(URI target) {
    this.target = target;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run(this::accept);
  }

  private static void run(Runnable task) {
    var thread = new Thread(task, "cutting-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        var server = new Socket(target.getHost(), target.getPort());
        sockets.add(client);
        sockets.add(server);
        run(() -> forward(client, server, Long.MAX_VALUE, new AtomicLong()));
        run(() -> forward(server, client, limit.getAsLong(), received));
        if (listener.isClosed()) {
          // close() may not have seen this connection.
          cut();
        }
      } catch (IOException e) {
        // The listener was closed, or etcd is down.
      }
    }
  }

  private void forward(Socket from, Socket to, long bytes, AtomicLong counted) {
    byte[] buffer = new byte[8192];
    long left = bytes;
    try (from;
        to) {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0 && left > 0; n = in.read(buffer)) {
        left -= n;
        if (!silent && !(dropsResponses && counted == received)) {
          counted.addAndGet(n);
          out.write(buffer, 0, n);
        }
      }
      if (left <= 0) {
        cuts.incrementAndGet();
      }
    } catch (IOException e) {
      // The connection was cut.
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Cuts all open connections, and every later one after it has forwarded this many bytes. */
  void cutAfter(LongSupplier bytes) {
    limit = bytes;
    cut();
  }

  void cut() {
    var open = List.copyOf(sockets);
    open.forEach(sockets::remove);
    for (var socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Stops forwarding and keeps the connections open. */
  void stopForwarding() {
    silent = true;
  }

  /** Forwards requests and drops the responses. */
  void dropResponses() {
    dropsResponses = true;
  }

  /** Forwards again. Cuts the old connections, because bytes are missing in them. */
  void startForwarding() {
    silent = false;
    dropsResponses = false;
    cut();
  }

  /** Returns the number of connections that were cut at their byte limit. */
  int cuts() {
    return cuts.get();
  }

  /** Returns the number of bytes received from etcd. */
  long received() {
    return received.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
