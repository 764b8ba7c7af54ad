package io.listwatch.testing.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Stands between a client and a server and counts connections. Those that it deadens stay open and
 * swallow whatever is sent, as behind a router that has forgotten them.
 */
final class DeadeningProxy implements AutoCloseable {
  private final URI target;
  private final ServerSocket door;
  private final Queue<Socket> clients = new ConcurrentLinkedQueue<>();
  private final Queue<Socket> servers = new ConcurrentLinkedQueue<>();
  private final Set<Socket> dead = ConcurrentHashMap.newKeySet();

  DeadeningProxy(URI target) throws IOException {
    this.target = target;
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(IoTask task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException over) {
                // One of the two, or the test, has closed.
              }
            },
            "deadening-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = door.accept();
      var server = new Socket(target.getHost(), target.getPort());
      clients.add(client);
      servers.add(server);
      start(() -> pump(client, server));
      start(() -> pump(server, client));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
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

  /** Its address, with the server's scheme. */
  URI address() {
    return URI.create(target.getScheme() + "://127.0.0.1:" + door.getLocalPort());
  }

  /** Lets nothing through any more on the connections there are. */
  void deaden() {
    dead.addAll(clients);
    dead.addAll(servers);
  }

  /** Ends the connections there are, as a server does that is stopped. */
  void breakOff() throws IOException {
    for (Socket each : clients) {
      each.close();
    }
    for (Socket each : servers) {
      each.close();
    }
  }

  /** How many there have been. */
  int connections() {
    return clients.size();
  }

  @Override
  public void close() throws IOException {
    door.close();
    breakOff();
  }

  @FunctionalInterface
  private interface IoTask {
    void run() throws IOException;
  }
}
