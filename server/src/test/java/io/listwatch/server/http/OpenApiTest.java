package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
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

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
  private static final String APPS = "/openapi/v3/apis/apps/v1";
  private static final String PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void indexLinksToCacheableDocuments() {
    String url =
        json(server.get("/openapi/v3"))
            .path("paths")
            .path("apis/apps/v1")
            .path("serverRelativeURL")
            .asText();

    HttpResponse<String> response = server.get(url);

    assertThat(url).startsWith(APPS + "?hash=");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "etag")).isEqualTo('"' + url.substring(url.indexOf('=') + 1) + '"');
    assertThat(header(response, "cache-control")).isEqualTo("public, immutable");
    assertThat(header(response, "expires")).endsWith(" UTC");
    assertThat(header(response, "vary")).isEqualTo("Accept");
  }

  @Test
  void outdatedHashRedirectsToCurrentDocument() {
    String tag = header(server.get(APPS), "etag");

    HttpResponse<String> response = server.get(APPS + "?hash=OLD");

    assertThat(response.statusCode()).isEqualTo(301);
    assertThat(header(response, "location"))
        .isEqualTo(APPS + "?hash=" + tag.substring(1, tag.length() - 1));
    assertThat(response.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {APPS, "/openapi/v2"})
  void matchingEtagIsNotModified(String path) {
    HttpResponse<String> first = server.get(path);
    String tag = header(first, "etag");

    HttpResponse<String> again = server.get(path, "If-None-Match", "\"x\", " + tag);

    assertThat(header(first, "cache-control")).isEqualTo("no-cache, private");
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(header(again, "etag")).isEqualTo(tag);
    assertThat(server.get(path, "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {PROTOBUF, "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"})
  void servesVersion2AsProtobufUnderTwoMediaTypes(String accept) {
    HttpResponse<String> response = server.get("/openapi/v2", "Accept", accept);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "content-type")).isEqualTo(PROTOBUF);
    assertThat(header(response, "etag")).isEqualTo(header(server.get("/openapi/v2"), "etag"));
    assertThat(response.body()).startsWith("\n\u00032.0");
  }

  @Test
  void compressesLongDocumentIfAccepted() throws IOException, InterruptedException {
    HttpResponse<String> plain = server.get("/openapi/v2");
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/openapi/v2")).header("Accept-Encoding", "gzip").build();

    HttpResponse<InputStream> response =
        server.client().send(request, BodyHandlers.ofInputStream());

    assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(response.headers().allValues("vary")).contains("Accept", "Accept-Encoding");
    try (var in = new GZIPInputStream(response.body())) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(plain.body());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {APPS, "/openapi/v2"})
  void unsupportedMediaTypeIsNotAcceptable(String path) {
    HttpResponse<String> response = server.get(path, "Accept", "text/html");

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(header(response, "vary")).isEqualTo("Accept");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void otherPathsAreNotFound() {
    assertThat(server.get("/openapi/v3/apis/nope/v1").statusCode()).isEqualTo(404);
    assertThat(server.get("/openapi/v3/apis/nope/v1").body()).isEmpty();
    assertThat(server.get("/openapi").body()).isEqualTo("404 page not found\n");
    assertThat(server.get("/openapi/v4").body()).isEqualTo("404 page not found\n");
    assertThat(server.get("/openapi/v2/x").body()).isEqualTo("404 page not found\n");
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
