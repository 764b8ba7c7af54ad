package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Watches that request deltas by {@code delta} in {@code Accept}. */
final class DeltaWatchTest {
  private static final String DELTA = "application/json;delta=lw1";
  private static final String META = ";g=meta.k8s.io;v=v1";
  private static final String LONG = "x".repeat(500);

  private final TestServer server = TestServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  /** Returns the response to a watch of one update. */
  private HttpResponse<String> watchUpdate(HttpClient client, String accept) throws Exception {
    Resource before = server.put("a", LONG + 1);
    server.put("a", LONG + 2);
    String query = "?watch=true&timeoutSeconds=1&resourceVersion=" + before.version();
    return client.send(
        HttpRequest.newBuilder(server.uri(CONFIG_MAPS + query)).header("Accept", accept).build(),
        BodyHandlers.ofString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DELTA,
        "application/json; delta=lw1",
        "application/json;delta=lw2+lw1",
        "*/*;delta=lw1",
        "application/json;stream=watch;delta=lw1",
        "application/json;drop=metadata.managedFields;delta=lw1",
        "application/vnd.kubernetes.protobuf;q=0.5,application/json;delta=lw1",
      })
  void sendsDeltasIfRequested(String accept) throws Exception {
    HttpResponse<String> response = watchUpdate(server.client(), accept);

    assertThat(response.headers().firstValue("content-type")).contains(DELTA);
    assertThat(response.headers().firstValue("vary")).contains("Accept");
    assertThat(response.body())
        .startsWith(
            "{\"type\":\"MODIFIED\",\"delta\":{\"namespace\":\"default\",\"name\":\"a\",\"from\":")
        .doesNotContain(LONG);
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void sendsDeltasOverBothVersionsOfHttp(HttpClient.Version version) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(version).build();

    HttpResponse<String> response = watchUpdate(client, DELTA);

    assertThat(response.version()).isEqualTo(version);
    assertThat(response.body()).contains("\"delta\":{");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;delta=lw2",
        "application/json;delta",
        "application/json;as=Table" + META + ";delta=lw1",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1;delta=lw1",
        "application/json,application/yaml;delta=lw1",
      })
  void sendsWholeObjectsUnlessAcceptNamesSupportedDelta(String accept) throws Exception {
    HttpResponse<String> response = watchUpdate(server.client(), accept);

    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    assertThat(response.headers().firstValue("vary")).isEmpty();
    assertThat(response.body()).contains("\"object\":{").doesNotContain("\"delta\":{");
  }

  /** A delta of a small object would be about as long. */
  @Test
  void sendsSmallObjectsWhole() throws Exception {
    Resource before = server.put("a", "1");
    server.put("a", "2");

    String body =
        server
            .get(
                CONFIG_MAPS + "?watch=true&timeoutSeconds=1&resourceVersion=" + before.version(),
                "Accept",
                DELTA)
            .body();

    assertThat(body).contains("\"object\":{").doesNotContain("\"delta\":{");
  }

  @Test
  void sendsDeletionAsDelta() throws Exception {
    Resource before = server.put("a", LONG);
    server.delete("a");

    String body =
        server
            .get(
                CONFIG_MAPS + "?watch=true&timeoutSeconds=1&resourceVersion=" + before.version(),
                "Accept",
                DELTA)
            .body();

    assertThat(body)
        .startsWith("{\"type\":\"DELETED\",\"delta\":{")
        .contains("\"from\":\"" + before.version() + "\"")
        .hasSizeLessThan(250);
  }

  @Test
  void sendsEachDeltaAsOneMessage() throws Exception {
    var messages = new LinkedBlockingQueue<String>();
    Resource before = server.put("a", LONG + 1);
    WebSocket socket =
        server
            .client()
            .newWebSocketBuilder()
            .header("Origin", "http://127.0.0.1:" + server.port())
            .header("Accept", DELTA)
            .buildAsync(
                URI.create(
                    "ws://127.0.0.1:%d%s?watch=true&resourceVersion=%s"
                        .formatted(server.port(), CONFIG_MAPS, before.version())),
                new TextMessages(messages::add))
            .get(60, TimeUnit.SECONDS);

    server.put("a", LONG + 2);

    assertThat(messages.poll(60, TimeUnit.SECONDS))
        .startsWith("{\"type\":\"MODIFIED\",\"delta\":{")
        .endsWith("]}}\n");
    socket.abort();
  }
}
