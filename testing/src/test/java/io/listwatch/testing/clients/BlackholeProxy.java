package io.listwatch.testing.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A TCP proxy that counts connections and can black-hole them: they stay open but drop all bytes,
 * as behind a router that has lost its state.
 */
final class BlackholeProxy implements AutoCloseable {
  private final URI target;
  private final ServerSocket listener;
  private final Queue<Socket> clients = new ConcurrentLinkedQueue<>();
  private final Queue<Socket> servers = new ConcurrentLinkedQueue<>();
  private final Set<Socket> dead = ConcurrentHashMap.newKeySet();

  BlackholeProxy(URI target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(IoTask task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException over) {
                // One side, or the test, has closed the connection.
              }
            },
            "blackhole-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      var server = new Socket(target.getHost(), target.getPort());
      clients.add(client);
      servers.add(server);
      start(() -> copy(client, server));
      start(() -> copy(server, client));
    }
  }

  private void copy(Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[8192];
    for (int n = from.getInputStream().read(buffer);
        n >= 0;
        n = from.getInputStream().read(buffer)) {
      if (!dead.contains(from)) {
        to.getOutputStream().write(buffer, 0, n);
      }
    }
    if (!dead.contains(from)) {
      to.close();
    }
  }

  /** Returns the proxy's address, with the server's scheme. */
  URI address() {
    return URI.create(target.getScheme() + "://127.0.0.1:" + listener.getLocalPort());
  }

  /** Drops all further bytes on the open connections. */
  void blackhole() {
    dead.addAll(clients);
    dead.addAll(servers);
  }

  /**
   * Closes the open connections, as a stopping server does. Does not close the connections that
   * clients open in response, which may be in the queues before the last old one is closed.
   */
  void breakOff() throws IOException {
    List<Socket> open = Stream.of(clients, servers).flatMap(Queue::stream).toList();
    for (Socket each : open) {
      each.close();
    }
  }

  /** Returns the number of connections accepted so far. */
  int connections() {
    return clients.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    breakOff();
  }

  @FunctionalInterface
  private interface IoTask {
    void run() throws IOException;
  }
}
