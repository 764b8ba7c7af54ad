package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Hundreds of clients that begin a request and never finish it. The server serves other clients
 * meanwhile, and releases everything afterwards.
 */
@Tag("slow")
final class SlowClientsTest {
  private static final int CLIENTS = 300;

  /** A type of HTTP/2 frame that does not exist. */
  private static final int NEVER_SENT = 255;

  private final TlsIdentity identity = identity();
  private TestServer server;

  private static TlsIdentity identity() {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    return new TlsIdentity(pair.privateKey(), pair.certificateChain(), List.of());
  }

  /** With TLS, and without it on a second port. */
  @BeforeEach
  void start() {
    server =
        TestServer.builder()
            .settings(
                HttpServerSettings.onLoopback(0)
                    .with(
                        http ->
                            http.plainAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                                .shutdownTimeout(Duration.ofMillis(100))))
            .identity(() -> identity)
            .start();
    for (int i = 0; i < 50; i++) {
      server.put("a" + i, "x".repeat(10_000));
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void servesOthersDespiteUnfinishedHandshakes() {
    byte[] partOfClientHello = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

    serveOthersBeside(port -> began(port, partOfClientHello), server.port());
  }

  @Test
  void servesOthersDespiteUnfinishedHeaders() {
    serveOthersBeside(
        port -> began(port, "GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "), plainPort());
  }

  /** More than the writes that may be in progress: the others get 429. */
  @Test
  void servesOthersDespiteUnfinishedBodies() {
    String head = "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{";

    serveOthersBeside(port -> began(port, head.formatted(CONFIG_MAPS)), plainPort());
  }

  /** A window of one byte for each stream. Each list needs one seat, so all of them get theirs. */
  @Test
  void servesOthersDespiteUnreadLists() {
    byte[] window = {0, 4, 0, 0, 0, 1};

    serveOthersBeside(
        port -> {
          var client = new RawHttp2(socket(port));
          client.send(RawHttp2.SETTINGS, 0, 0, window);
          client.get(CONFIG_MAPS + "?limit=5");
          client.readSome();
          return client;
        },
        plainPort());
  }

  @Test
  void servesOthersDespiteUnreadWatches() {
    serveOthersBeside(
        port -> {
          var client = new RawHttp2(socket(port));
          client.get(CONFIG_MAPS + "?watch=1");
          client.readSome();
          return client;
        },
        plainPort());
  }

  /**
   * HTTP/2 waits for the end of its streams, which these clients never read. The server once waited
   * for one connection after the other.
   */
  @Test
  @Timeout(60)
  void closesDespiteUnreadLists() {
    byte[] window = {0, 4, 0, 0, 0, 1};
    List<RawHttp2> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      var client = new RawHttp2(socket(plainPort()));
      client.send(RawHttp2.SETTINGS, 0, 0, window);
      client.get(CONFIG_MAPS + "?limit=5");
      client.readSome();
      clients.add(client);
    }

    server.server().close();

    assertThat(clients).noneMatch(client -> client.readUntil(NEVER_SENT));
    clients.forEach(SlowClientsTest::closed);
  }

  private int plainPort() {
    return server.server().plainPort();
  }

  private void serveOthersBeside(Function<Integer, AutoCloseable> client, int port) {
    List<AutoCloseable> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(client.apply(port));
    }
    await().until(() -> server.server().openConnections() == CLIENTS);

    try (var other = new RawConnection(socket(plainPort()))) {
      for (int i = 0; i < 20; i++) {
        String head = other.get(CONFIG_MAPS + "/a1").head();
        assertThat(head).startsWith("http/1.1 200");
        other.body(head);
      }
    }

    clients.forEach(SlowClientsTest::closed);
    await().until(() -> server.server().openConnections() == 0);
    await().until(() -> server.server().openWatches() == 0);
  }

  private static void closed(AutoCloseable client) {
    try {
      client.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Socket began(int port, String text) {
    return began(port, text.getBytes(US_ASCII));
  }

  private static Socket began(int port, byte[] bytes) {
    Socket socket = socket(port);
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return socket;
  }

  private static Socket socket(int port) {
    try {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
