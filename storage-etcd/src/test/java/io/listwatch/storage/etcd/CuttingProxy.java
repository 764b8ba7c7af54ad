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

/** Stands between a client and an etcd, and cuts or silences their connections. */
final class CuttingProxy implements AutoCloseable {
  private final URI target;
  private final ServerSocket door;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong received = new AtomicLong();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile LongSupplier limit = () -> Long.MAX_VALUE;
  private volatile boolean silent;

  CuttingProxy(URI target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        var server = new Socket(target.getHost(), target.getPort());
        sockets.add(client);
        sockets.add(server);
        run(() -> pump(client, server, Long.MAX_VALUE, new AtomicLong()));
        run(() -> pump(server, client, limit.getAsLong(), received));
      } catch (IOException e) {
        // The door was closed, or etcd is gone.
      }
    }
  }

  private void pump(Socket from, Socket to, long bytes, AtomicLong counted) {
    byte[] buffer = new byte[8192];
    long left = bytes;
    try (from;
        to) {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0 && left > 0; n = in.read(buffer)) {
        left -= n;
        if (!silent) {
          counted.addAndGet(n);
          out.write(buffer, 0, n);
        }
      }
      if (left <= 0) {
        cuts.incrementAndGet();
      }
    } catch (IOException e) {
      // Cut.
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /** Cuts what is open, and every later connection once it has brought so many bytes. */
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

  /** From now on brings nothing, and keeps the connections open. */
  void silence() {
    silent = true;
  }

  /** Serves again, over new connections: too much is missing in the old ones. */
  void speak() {
    silent = false;
    cut();
  }

  /** How many connections were cut for their bytes. */
  int cuts() {
    return cuts.get();
  }

  /** How many bytes came from etcd. */
  long received() {
    return received.get();
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
