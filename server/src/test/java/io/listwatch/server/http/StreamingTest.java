package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long bodies: sent in chunks, and compressed if the client accepts that. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StreamingTest {
  private static final int COUNT = 600;
  private static final String MANY = "/api/v1/namespaces/many/configmaps";

  private TestServer server;

  @BeforeAll
  void fill() {
    server = TestServer.start();
    for (int i = 0; i < COUNT; i++) {
      server.put(TestServer.configMap("many", "m%04d".formatted(i), "x".repeat(1_000)));
    }
    server.put("small", "v");
    server.put("big", "x".repeat(140_000));
    server.put("under", "x".repeat(120_000));
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void sendsLongListInChunks() {
    try (RawConnection list = server.connect()) {
      list.get(MANY);
      String head = list.head();

      String first = list.chunk();
      var body = new StringBuilder(first);
      int pieces = 1;
      for (String chunk = list.chunk(); !chunk.isEmpty(); chunk = list.chunk()) {
        body.append(chunk);
        pieces++;
      }

      assertThat(head).contains("transfer-encoding: chunked").doesNotContain("content-length");
      assertThat(first).endsWith("\"items\":[");
      assertThat(pieces).isBetween(5, 20);
      assertThat(body.toString()).endsWith("]}\n");
      assertThat(json(body.toString()).path("items")).hasSize(COUNT);
    }
  }

  @Test
  void connectionServesOneRequestAfterAnother() {
    try (RawConnection connection = server.connect()) {
      for (int i = 0; i < 3; i++) {
        connection.get(MANY + "?limit=100");
        connection.head();
        while (!connection.chunk().isEmpty()) {}
      }
      connection.get(CONFIG_MAPS + "/small");

      assertThat(connection.head()).startsWith("http/1.1 200");
    }
  }

  @Test
  void survivesClientsThatDisconnectDuringAList() {
    for (int i = 0; i < 20; i++) {
      try (RawConnection list = server.connect()) {
        list.get(MANY, "Accept-Encoding", i % 2 == 0 ? "gzip" : "identity").head();
      }
    }

    assertThat(server.get(CONFIG_MAPS + "/small").statusCode()).isEqualTo(200);
  }

  @Test
  void compressesLongBodiesIfAccepted() throws Exception {
    HttpResponse<byte[]> list = bytes(MANY, "gzip");
    HttpResponse<byte[]> one = bytes(CONFIG_MAPS + "/big", "gzip, deflate, br");

    assertThat(list.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(list.headers().firstValue("vary")).contains("Accept-Encoding");
    assertThat(json(unzip(list.body())).path("items")).hasSize(COUNT);
    assertThat(one.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(json(unzip(one.body())).path("kind").asText()).isEqualTo("ConfigMap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip;q=1.0", "gzip;q=0", "deflate", "*", "GZIP", "identity"})
  void acceptsOnlyTheExactWordGzip(String encoding) throws Exception {
    HttpResponse<byte[]> response = bytes(CONFIG_MAPS + "/big", encoding);

    assertThat(response.headers().firstValue("content-encoding")).isEmpty();
    assertThat(json(new String(response.body(), UTF_8)).path("kind").asText())
        .isEqualTo("ConfigMap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/small", "/under", "?limit=1&fieldSelector=metadata.name%3Dsmall"})
  void doesNotCompressShortBodies(String path) throws Exception {
    HttpResponse<byte[]> response = bytes(CONFIG_MAPS + path, "gzip");

    assertThat(response.headers().firstValue("content-encoding")).isEmpty();
    assertThat(json(new String(response.body(), UTF_8)).path("kind").asText())
        .startsWith("ConfigMap");
  }

  @Test
  void doesNotCompressWatches() {
    try (RawConnection watch = server.connect()) {
      watch.get(MANY + "?watch=1", "Accept-Encoding", "gzip");

      assertThat(watch.head()).doesNotContain("content-encoding");
      assertThat(watch.chunk()).startsWith("{\"type\":\"ADDED\"");
    }
  }

  @Test
  void indentsLongList() {
    assertThat(json(server.get(MANY + "?pretty=1")).path("items")).hasSize(COUNT);
  }

  @Test
  void compressedIndentedListIsTheSame() throws Exception {
    HttpResponse<byte[]> compressed = bytes(MANY + "?pretty=1", "gzip");

    assertThat(compressed.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(unzip(compressed.body())).isEqualTo(server.get(MANY + "?pretty=1").body());
  }

  private HttpResponse<byte[]> bytes(String path, String encoding) throws Exception {
    return server
        .client()
        .send(
            HttpRequest.newBuilder(server.uri(path)).header("Accept-Encoding", encoding).build(),
            BodyHandlers.ofByteArray());
  }

  private static String unzip(byte[] body) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
