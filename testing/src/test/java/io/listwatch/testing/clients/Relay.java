package io.listwatch.testing.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP relay between a client and a local port. A test can cut its connections or redirect it to
 * another port.
 *
 * <p>Thread-safe. Its threads are daemons and end with their connection.
 */
final class Relay implements AutoCloseable {
  private final ServerSocket socket;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile int port;
  private volatile boolean slow;

  Relay(int port) throws IOException {
    this.port = port;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("accept", this::accept);
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = socket.accept();
      connections.add(client);
      start("connect", () -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      var server = new Socket(InetAddress.getLoopbackAddress(), port);
      connections.add(server);
      start("requests", () -> pass(client, server));
      start("answers", () -> pass(server, client));
    } catch (IOException unreachable) {
      drop(client);
      throw unreachable;
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      var buffer = new byte[8 << 10];
      for (int count = in.read(buffer, 0, most(buffer));
          count >= 0;
          count = in.read(buffer, 0, most(buffer))) {
        out.write(buffer, 0, count);
        out.flush();
      }
    } finally {
      drop(from);
      drop(to);
    }
  }

  private int most(byte[] buffer) {
    return slow ? 1 : buffer.length;
  }

  private void drop(Socket connection) throws IOException {
    connections.remove(connection);
    connection.close();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  /** Cuts all connections and redirects new ones to another port. */
  void redirectTo(int newPort) throws IOException {
    port = newPort;
    cut();
  }

  /** Switches between relaying byte by byte and relaying at full speed. */
  void slow(boolean newSlow) {
    slow = newSlow;
  }

  /** Breaks every connection, as a network failure does. */
  void cut() throws IOException {
    for (Socket connection : connections) {
      reset(connection);
      drop(connection);
    }
  }

  private static void reset(Socket connection) {
    try {
      connection.setSoLinger(true, 0);
    } catch (SocketException closed) {
      // The connection is closed already.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    cut();
  }

  private static void start(String name, IoTask task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException over) {
                // One side, or the test, has closed the connection.
              }
            },
            "relay-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private interface IoTask {
    void run() throws IOException;
  }
}
