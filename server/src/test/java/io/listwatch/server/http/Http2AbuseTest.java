package io.listwatch.server.http;

import static io.listwatch.server.http.RawHttp2.DATA;
import static io.listwatch.server.http.RawHttp2.END_HEADERS;
import static io.listwatch.server.http.RawHttp2.END_STREAM;
import static io.listwatch.server.http.RawHttp2.HEADERS;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that use HTTP/2 to cause work or memory: the server ends their connections, or bounds
 * their cost, and continues to serve others.
 */
@Tag("slow")
final class Http2AbuseTest {
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

  /** The client does not read, and its buffer and those of the server are soon full. */
  @ParameterizedTest
  @EnumSource
  void endsConnection(Http2Flood flood) {
    try (var client = new RawHttp2(socketWithSmallBuffer(server))) {
      assertThat(flood.endsConnection(client)).isTrue();
    }
  }

  @Test
  void endsTlsConnectionThatDoesNotReadRepliesToPings() throws Exception {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    var identity = new TlsIdentity(pair.privateKey(), pair.certificateChain(), List.of());
    try (TestServer secure = TestServer.builder().identity(() -> identity).start();
        var client = new RawHttp2(tls(socketWithSmallBuffer(secure)))) {
      assertThat(Http2Flood.PINGS.endsConnection(client)).isTrue();
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

  /** CVE-2019-9511: the server may send a byte of each stream for each frame of the client. */
  @Test
  void sendsNoMoreThanTinyWindowsAllow() {
    try (var client = new RawHttp2(server.socket())) {
      client.send(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 1}); // SETTINGS_INITIAL_WINDOW_SIZE
      for (int i = 0; i < 100; i++) {
        client.get(2 * i + 1, CONFIG_MAPS + "?watch=1");
      }
      for (int i = 0; i < 10_000; i++) {
        client.write(WINDOW_UPDATE, 0, i % 100 * 2 + 1, new byte[] {0, 0, 0, 1});
      }
      client.flush();

      assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
      client.readData(100 + 10_000);
      client.ping();
      assertThat(client.received()).isEqualTo(100 + 10_000);
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

  /** Replies that the client does not read fill this buffer and those of the server. */
  static Socket socketWithSmallBuffer(TestServer server) {
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
