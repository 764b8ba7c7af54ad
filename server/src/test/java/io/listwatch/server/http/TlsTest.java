package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.linecorp.armeria.common.TlsKeyPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TlsTest {
  private final TlsIdentity first = identity();
  private final TlsIdentity second = identity();
  private final AtomicReference<TlsIdentity> identity = new AtomicReference<>(first);
  private TestServer server;

  @BeforeAll
  void start() {
    server =
        TestServer.builder()
            .settings(
                HttpServerSettings.onLoopback(0)
                    .with(
                        http ->
                            http.plainAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                                .shutdownTimeout(Duration.ofSeconds(1))))
            .identity(identity::get)
            .start();
    server.put("a", "x".repeat(20_000));
  }

  @AfterAll
  void close() {
    server.close();
  }

  static TlsIdentity identity() {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    return new TlsIdentity(pair.privateKey(), pair.certificateChain(), List.of());
  }

  @Test
  void handshakesCanBePreparedBeforeAnyServer() {
    assertThatCode(ApiHttpServer::prepareHandshakes).doesNotThrowAnyException();
  }

  @Test
  void negotiatesHttp2() throws Exception {
    HttpResponse<String> response =
        client(HttpClient.Version.HTTP_2, first).send(request("/version"), BodyHandlers.ofString());

    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void watchesAndListsShareAnHttp2Connection() throws Exception {
    HttpClient client = client(HttpClient.Version.HTTP_2, first);
    var watches = new ArrayList<CompletableFuture<HttpResponse<Stream<String>>>>();
    for (int i = 0; i < 30; i++) {
      watches.add(client.sendAsync(request(CONFIG_MAPS + "?watch=1"), BodyHandlers.ofLines()));
    }

    for (CompletableFuture<HttpResponse<Stream<String>>> watch : watches) {
      HttpResponse<Stream<String>> response = watch.get(60, TimeUnit.SECONDS);
      assertThat(response.body().findFirst().orElseThrow()).startsWith("{\"type\":\"ADDED\"");
    }
    HttpResponse<String> list = client.send(request(CONFIG_MAPS), BodyHandlers.ofString());

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(server.server().openWatches()).isPositive();
  }

  @Test
  void servesHttp11Clients() throws Exception {
    HttpResponse<Stream<String>> watch =
        client(HttpClient.Version.HTTP_1_1, first)
            .send(request(CONFIG_MAPS + "?watch=1"), BodyHandlers.ofLines());

    assertThat(watch.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    try (Stream<String> events = watch.body()) {
      assertThat(events.findFirst().orElseThrow()).startsWith("{\"type\":\"ADDED\"");
    }
  }

  @Test
  void plainPortDiffersFromTlsPort() {
    assertThat(server.server().plainPort()).isNotEqualTo(server.port());
  }

  @Test
  void rejectsPlainHttpOnTheTlsPort() throws IOException {
    try (var plain = connect()) {
      plain.get("/version");

      assertThat(plain.line()).isEqualTo("HTTP/1.0 400 Bad Request");
      assertThat(plain.line()).isEmpty();
      assertThat(plain.rest()).isEqualTo("Client sent an HTTP request to an HTTPS server.\n");
    }
  }

  @Test
  void rejectsPlainHttpThatArrivesByteByByte() throws IOException {
    try (var plain = connect()) {
      // The server closes the connection after these five bytes: sending more would fail.
      "DELET".chars().forEach(each -> plain.send(Character.toString(each)));

      assertThat(plain.line()).isEqualTo("HTTP/1.0 400 Bad Request");
    }
  }

  @Test
  void closesConnectionsThatAreNeitherTlsNorHttp() throws IOException {
    try (var noise = connect()) {
      noise.send("noise, noise, noise\r\n");

      assertThat(noise.rest()).isEmpty();
    }
  }

  private RawConnection connect() throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), server.port()));
  }

  @Test
  void identityCanBeRenewed() throws Exception {
    identity.set(second);
    try {
      HttpResponse<String> response =
          client(HttpClient.Version.HTTP_1_1, second)
              .send(request("/version"), BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(200);
    } finally {
      identity.set(first);
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path)).build();
  }

  static HttpClient client(HttpClient.Version version, TlsIdentity trusted) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    X509Certificate certificate = trusted.certificates().get(0);
    store.setCertificateEntry("server", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().version(version).sslContext(context).build();
  }
}
