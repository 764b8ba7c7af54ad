package io.listwatch.campaign.engine;

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
 * A TCP proxy between clients and a server that keeps its address while the server changes its
 * port. It can cut connections, cut them in the middle of a response, delay bytes and lose them.
 *
 * <p>Thread-safe. Its threads are daemons and end with their connection.
 */
public final class FaultyProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 << 10;

  private final ServerSocket listener;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile int port;
  private volatile int delayMillis;
  private volatile boolean halving;
  private volatile boolean losing;

  FaultyProxy() throws IOException {
    listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Connects new clients to this port. */
  void redirectTo(int newPort) {
    port = newPort;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      start(() -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    connections.add(client);
    try {
      var server = new Socket(InetAddress.getLoopbackAddress(), port);
      connections.add(server);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      start(() -> pass(client, server, false));
      start(() -> pass(server, client, true));
    } catch (IOException unreachable) {
      drop(client);
      throw unreachable;
    }
  }

  private void pass(Socket from, Socket to, boolean response) throws IOException {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      var buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (delayMillis > 0) {
          pause();
        }
        if (response && halving) {
          out.write(buffer, 0, count / 2);
          out.flush();
          return;
        }
        if (!losing) {
          out.write(buffer, 0, count);
        }
      }
    } finally {
      drop(from);
      drop(to);
    }
  }

  private void pause() {
    try {
      Thread.sleep(delayMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drop(Socket connection) throws IOException {
    connections.remove(connection);
    connection.close();
  }

  /** Resets all connections. */
  public void cut() throws IOException {
    for (Socket connection : connections) {
      try {
        connection.setSoLinger(true, 0);
      } catch (SocketException closed) {
        // The connection is closed already.
      }
      drop(connection);
    }
  }

  /** Delivers half of the server's next bytes on each connection, then closes the connection. */
  public void halve(boolean on) {
    halving = on;
  }

  /** Delays everything by this time; 0 for no delay. */
  public void delay(int millis) {
    delayMillis = millis;
  }

  /**
   * Drops all bytes while the connections stay open. Cut the connections afterwards: their streams
   * have gaps.
   */
  public void lose(boolean on) {
    losing = on;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }

  private static void start(IoTask task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException over) {
                // One side has closed the connection.
              }
            },
            "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @FunctionalInterface
  private interface IoTask {
    void run() throws IOException;
  }
}
