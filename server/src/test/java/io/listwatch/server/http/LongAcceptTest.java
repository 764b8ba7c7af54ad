package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Media ranges beyond the limits are dropped before Armeria parses them, in every protocol. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LongAcceptTest {
  /** The parameter makes the range longer than the part of the header that is read. */
  private static final String LONG_YAML = "application/yaml;a=" + "b".repeat(17 * 1024);

  private final TlsIdentity identity = TlsTest.identity();
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
            .identity(() -> identity)
            .start();
  }

  @AfterAll
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void dropsLongRangeOnTlsPort(Version version) throws Exception {
    assertDropsLongRange(
        TlsTest.client(version, identity), version, "https://localhost:" + server.port());
  }

  /** Over HTTP/2 the client first sends a request that upgrades its HTTP/1.1 connection. */
  @ParameterizedTest
  @EnumSource
  void dropsLongRangeOnPlainPort(Version version) throws Exception {
    assertDropsLongRange(
        HttpClient.newBuilder().version(version).build(),
        version,
        "http://127.0.0.1:" + server.server().plainPort());
  }

  private static void assertDropsLongRange(HttpClient client, Version version, String server)
      throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(contentType(client, version, server, LONG_YAML)).isEqualTo("application/json");
      assertThat(contentType(client, version, server, "application/yaml," + LONG_YAML))
          .isEqualTo("application/yaml");
    }
  }

  private static String contentType(
      HttpClient client, Version version, String server, String accept) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + TestServer.CONFIG_MAPS))
            .header("Accept", accept)
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertThat(response.version()).isEqualTo(version);
    return response.headers().firstValue("content-type").orElseThrow();
  }
}
