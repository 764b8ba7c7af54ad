package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streaming lists are compressed for clients that accept gzip; other watches on request only. */
final class CompressedWatchTest {
  private static final String STREAMING_LIST =
      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  private TestServer server = TestServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void eventsArriveOneByOneInOneGzipMember() throws Exception {
    server.put("a", "x".repeat(100_000));
    server.put("b", "ä");
    HttpResponse<InputStream> response = watch(STREAMING_LIST, "gzip");

    assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(response.headers().firstValue("vary")).contains("Accept-Encoding");
    try (InputStream events = new GZIPInputStream(response.body())) {
      assertThat(name(next(events), "ADDED")).isEqualTo("a");
      assertThat(name(next(events), "ADDED")).isEqualTo("b");
      assertThat(next(events).path("type").asText()).isEqualTo("BOOKMARK");
      server.put("b", "y".repeat(200));
      assertThat(name(next(events), "MODIFIED")).isEqualTo("b");
      server.put("c", "1");
      assertThat(name(next(events), "ADDED")).isEqualTo("c");
      server.delete("a");
      assertThat(name(next(events), "DELETED")).isEqualTo("a");
      server.server().close();
      // Reads the checksum and the length, and that nothing follows them.
      assertThat(events.read()).isEqualTo(-1);
      assertThat(response.body().read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?watch=1&allowWatchBookmarks=true",
        "?watch=1&allowWatchBookmarks=true&resourceVersion=0",
        STREAMING_LIST + "&resourceVersion=1",
      })
  void compressesStreamingLists(String query) throws Exception {
    assertThat(encoding(watch(query, "gzip"))).isEqualTo("gzip");
    assertThat(encoding(watch(query, "deflate, gzip"))).isEqualTo("gzip");
    assertThat(encoding(watch(query, "identity"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?watch=1", "?watch=1&resourceVersion=0", "?watch=1&resourceVersion=#"})
  void otherWatchesAreCompressedOnlyIfConfigured(String query) throws Exception {
    Resource first = server.put("a", "1");
    assertThat(encoding(watch(query.replace("#", first.version().toString()), "gzip"))).isEmpty();

    server.close();
    server =
        TestServer.builder()
            .settings(HttpServerSettings.onLoopback(0).with(http -> http.compressWatches(true)))
            .start();
    Resource again = server.put("a", "1");
    HttpResponse<InputStream> response =
        watch(query.replace("#", again.version().toString()), "gzip");
    server.put("a", "2");

    assertThat(encoding(response)).isEqualTo("gzip");
    try (InputStream events = new GZIPInputStream(response.body())) {
      assertThat(next(events).path("object").path("metadata").path("name").asText()).isEqualTo("a");
    }
  }

  private static String encoding(HttpResponse<InputStream> response) throws IOException {
    String encoding = response.headers().firstValue("content-encoding").orElse("");
    if (encoding.isEmpty()) {
      response.body().close();
    }
    return encoding;
  }

  private HttpResponse<InputStream> watch(String query, String acceptEncoding) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(CONFIG_MAPS + query))
            .header("Accept-Encoding", acceptEncoding)
            .timeout(Duration.ofSeconds(60))
            .build();
    return server.client().send(request, BodyHandlers.ofInputStream());
  }

  private static String name(JsonValue event, String type) {
    assertThat(event.path("type").asText()).isEqualTo(type);
    return event.path("object").path("metadata").path("name").asText();
  }

  private static JsonValue next(InputStream events) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = events.read(); c >= 0 && c != '\n'; c = events.read()) {
      line.write(c);
    }
    return json(line.toString(UTF_8));
  }
}
