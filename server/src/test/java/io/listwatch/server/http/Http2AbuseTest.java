package io.listwatch.server.http;

import static io.listwatch.server.http.RawHttp2.CONTINUATION;
import static io.listwatch.server.http.RawHttp2.DATA;
import static io.listwatch.server.http.RawHttp2.END_HEADERS;
import static io.listwatch.server.http.RawHttp2.END_STREAM;
import static io.listwatch.server.http.RawHttp2.GOAWAY;
import static io.listwatch.server.http.RawHttp2.HEADERS;
import static io.listwatch.server.http.RawHttp2.PING;
import static io.listwatch.server.http.RawHttp2.PRIORITY;
import static io.listwatch.server.http.RawHttp2.RST_STREAM;
import static io.listwatch.server.http.RawHttp2.SETTINGS;
import static io.listwatch.server.http.RawHttp2.WINDOW_UPDATE;
import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that use HTTP/2 to cause work or memory: the server ends their connections, or bounds
 * their cost, and continues to serve others.
 */
@Tag("slow")
final class Http2AbuseTest {
  /** More frames than any limit allows. */
  private static final int FLOOD = 1_000_000;

  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] NONE = {};

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start();
    server.put("a", "1");
  }

  /** Another client is served, and no resources of the abusive connection remain. */
  @AfterEach
  void servesOthersAndReleasesConnections() {
    try (TestServer closing = server) {
      assertThat(closing.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
      await().until(() -> closing.server().openConnections() == 1);
      await().until(() -> closing.server().openWatches() == 0);
    }
  }

  @Test
  void endsConnectionOfRapidResets() {
    try (var client = new RawHttp2(server.socket())) {
      boolean ended =
          floodEnds(
              client,
              i -> {
                client.write(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, watch());
                client.write(RST_STREAM, 0, 2 * i + 1, CANCEL);
              });

      assertThat(ended).isTrue();
    }
  }

  /** MadeYouReset (CVE-2025-55163): an illegal frame makes the server reset the stream. */
  @Test
  void endsConnectionThatMakesServerReset() {
    try (var client = new RawHttp2(server.socket())) {
      boolean ended =
          floodEnds(
              client,
              i -> {
                client.write(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, watch());
                client.write(WINDOW_UPDATE, 0, 2 * i + 1, new byte[4]);
              });

      assertThat(ended).isTrue();
    }
  }

  /** CVE-2019-9512: Armeria's codec queued replies without limit. */
  @Test
  void endsConnectionThatDoesNotReadRepliesToPings() {
    try (var client = new RawHttp2(socketWithSmallBuffer(server))) {
      assertThat(floodEnds(client, i -> client.write(PING, 0, 0, new byte[8]))).isTrue();
    }
  }

  @Test
  void endsTlsConnectionThatDoesNotReadRepliesToPings() throws Exception {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    var identity = new TlsIdentity(pair.privateKey(), pair.certificateChain(), List.of());
    try (TestServer secure = TestServer.builder().identity(() -> identity).start();
        var client = new RawHttp2(tls(socketWithSmallBuffer(secure)))) {
      assertThat(floodEnds(client, i -> client.write(PING, 0, 0, new byte[8]))).isTrue();
    }
  }

  private static SSLSocket tls(Socket socket) throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    var tls = (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", 0, true);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  /** CVE-2019-9515. */
  @Test
  void endsConnectionThatDoesNotReadRepliesToSettings() {
    try (var client = new RawHttp2(socketWithSmallBuffer(server))) {
      assertThat(floodEnds(client, i -> client.write(SETTINGS, 0, 0, NONE))).isTrue();
    }
  }

  @Test
  void endsConnectionWithHeadersWithoutEnd() {
    try (var client = new RawHttp2(server.socket())) {
      client.write(HEADERS, END_STREAM, 1, RawHttp2.headers(CONFIG_MAPS));
      byte[] fragment = literals(16_000);

      assertThat(floodEnds(client, i -> client.write(CONTINUATION, 0, 1, fragment))).isTrue();
    }
  }

  @Test
  void endsConnectionWithEmptyContinuations() {
    try (var client = new RawHttp2(server.socket())) {
      client.write(HEADERS, END_STREAM, 1, RawHttp2.headers(CONFIG_MAPS));

      assertThat(floodEnds(client, i -> client.write(CONTINUATION, 0, 1, NONE))).isTrue();
    }
  }

  /** One byte of a block refers to four kilobytes of the dynamic table. */
  @Test
  void resetsStreamWhoseHeadersGrowByReference() {
    try (var client = new RawHttp2(server.socket())) {
      var block = new ByteArrayOutputStream();
      block.writeBytes(RawHttp2.headers(CONFIG_MAPS));
      block.write(0x40); // a literal that is added to the table
      block.write(1);
      block.write('x');
      block.write(0x7f); // a value of 3,900 bytes
      block.write((3_900 - 127) % 128 | 128);
      block.write((3_900 - 127) / 128);
      block.writeBytes(new byte[3_900]);
      byte[] references = new byte[10_000];
      Arrays.fill(references, (byte) 0xbe); // the newest entry
      block.writeBytes(references);
      client.send(HEADERS, END_STREAM | END_HEADERS, 1, block.toByteArray());

      assertThat(client.readUntil(RST_STREAM)).isTrue();
    }
  }

  @Test
  void endsConnectionOfEmptyData() {
    try (var client = new RawHttp2(server.socket())) {
      client.write(HEADERS, END_HEADERS, 1, RawHttp2.headers(CONFIG_MAPS));

      assertThat(floodEnds(client, i -> client.write(DATA, 0, 1, NONE))).isTrue();
    }
  }

  @Test
  void rejectsDataAfterEnd() {
    try (var client = new RawHttp2(server.socket())) {
      client.get(1, CONFIG_MAPS + "?watch=1");
      client.readSome();

      client.send(DATA, 0, 1, new byte[100]);

      assertThat(client.readUntil(RST_STREAM)).isTrue();
    }
  }

  @Test
  void rejectsStreamsBeyondTheLimitOnly() {
    try (var client = new RawHttp2(server.socket())) {
      for (int i = 0; i < 100; i++) {
        client.get(2 * i + 1, CONFIG_MAPS + "?watch=1&resourceVersion=1");
      }
      await().until(() -> server.server().openWatches() == 100);

      client.get(201, CONFIG_MAPS + "?watch=1");

      assertThat(client.readUntil(RST_STREAM)).isTrue();
      client.ping();
      assertThat(server.server().openWatches()).isEqualTo(100);
    }
  }

  /** Nothing is stored for a stream that is only prioritized. */
  @Test
  void ignoresPriorities() {
    try (var client = new RawHttp2(server.socket())) {
      for (int i = 0; i < 50_000; i++) {
        client.write(PRIORITY, 0, 2 * i + 1, new byte[] {0, 0, 0, (byte) (2 * i + 2), 1});
      }
      client.get(100_001, CONFIG_MAPS);

      assertThat(client.readUntil(DATA)).isTrue();
    }
  }

  private static byte[] watch() {
    return RawHttp2.headers(CONFIG_MAPS + "?watch=1");
  }

  /** Returns header fields with a name and a value of one character each. */
  private static byte[] literals(int length) {
    var block = new ByteArrayOutputStream();
    while (block.size() + 5 <= length) {
      block.writeBytes(new byte[] {0x10, 1, 'x', 1, 'y'});
    }
    return block.toByteArray();
  }

  private interface Frames {
    void write(int i);
  }

  /** Sends frames until the server closes the connection. */
  private static boolean floodEnds(RawHttp2 client, Frames frames) {
    try {
      for (int i = 0; i < FLOOD; i++) {
        frames.write(i);
      }
      client.flush();
    } catch (UncheckedIOException closed) {
      return true;
    }
    return client.readUntil(GOAWAY);
  }

  /** Replies that the client does not read fill this buffer and those of the server. */
  private static Socket socketWithSmallBuffer(TestServer server) {
    try {
      var socket = new Socket();
      socket.setReceiveBufferSize(1024);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
