package io.listwatch.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInTypes;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses in protobuf, for clients that prefer it. */
final class ProtobufResponsesTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String METADATA = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void sendsObject() throws Exception {
    server.put("a", "1");

    HttpResponse<byte[]> answer = get(TestServer.CONFIG_MAPS + "/a", PROTOBUF);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(type(answer)).isEqualTo(PROTOBUF);
    JsonObject object = read(answer.body(), "v1", "ConfigMap", "", "v1", "ConfigMap");
    assertThat(object.path("metadata").path("name").asText()).isEqualTo("a");
    assertThat(object.path("data").path("k").asText()).isEqualTo("1");
  }

  /** As recorded with kube-apiserver 1.36.4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PB,JSON               | PB
          JSON,PB               | JSON
          PB;q=0.5,JSON         | JSON
          JSON;q=0.1,PB;q=0.2   | PB
          PB,*/*                | PB
          PB;foo=bar,JSON       | PB
          PB;stream=watch,JSON  | PB
          JSON;as=Table;g=meta.k8s.io;v=v1,PB                                | JSON
          PB;as=Table;g=meta.k8s.io;v=v1,JSON;as=Table;g=meta.k8s.io;v=v1    | JSON
          PB;as=Table;g=meta.k8s.io;v=v1,PB                                  | PB
          """)
  void sendsTheFormatThatTheClientPrefers(String accept, String expected) throws Exception {
    server.put("a", "1");

    for (String path : List.of(TestServer.CONFIG_MAPS, TestServer.CONFIG_MAPS + "/a")) {
      assertThat(type(get(path, named(accept)))).as(path).isEqualTo(named(expected));
    }
  }

  private static String named(String media) {
    return media.replace("PB", PROTOBUF).replace("JSON", "application/json");
  }

  /** As recorded with kube-apiserver 1.36.4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PB;AGG,JSON;AGG,JSON     | PB;AGG
          JSON;AGG,PB;AGG          | JSON;AGG
          PB;AGG,JSON              | PB;AGG
          JSON,PB;AGG              | PB;AGG
          PB,JSON;AGG              | JSON;AGG
          PB,JSON                  | PB
          """)
  void sendsAggregatedDiscoveryWheneverAccepted(String accept, String expected) throws Exception {
    String aggregated = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    HttpResponse<byte[]> answer = get("/apis", named(accept).replace("AGG", aggregated));

    assertThat(type(answer)).isEqualTo(named(expected).replace("AGG", aggregated));
  }

  @Test
  void repeatedListsAreEqual() throws Exception {
    for (int i = 0; i < 20; i++) {
      server.put("c%d".formatted(i), "x".repeat(100 * i));
    }

    byte[] first = get(TestServer.CONFIG_MAPS, PROTOBUF).body();
    byte[] second = get(TestServer.CONFIG_MAPS, PROTOBUF).body();
    server.put("c7", "other");
    byte[] third = get(TestServer.CONFIG_MAPS, PROTOBUF).body();

    assertThat(second).isEqualTo(first);
    assertThat(ProtobufList.read(third).items())
        .extracting(item -> new String(item, ISO_8859_1))
        .anyMatch(item -> item.contains("other"));
  }

  @Test
  void longListIsASingleMessage() throws Exception {
    for (int i = 0; i < 1_200; i++) {
      server.put("c%04d".formatted(i), "x".repeat(i));
    }

    HttpResponse<byte[]> answer = get(TestServer.CONFIG_MAPS, PROTOBUF);
    HttpResponse<byte[]> page = get(TestServer.CONFIG_MAPS + "?limit=2", PROTOBUF);

    ProtobufList list = ProtobufList.read(answer.body());
    assertThat(list.envelope().kind()).isEqualTo("ConfigMapList");
    assertThat(list.items()).hasSize(1_200);
    assertThat(list.item(700).path("metadata").path("name").asText()).isEqualTo("c0700");
    assertThat(list.item(700).path("data").path("k").asText()).hasSize(700);
    assertThat(list.metadata().path("resourceVersion").asText()).isNotEmpty();
    assertThat(ProtobufList.read(page.body()).items()).hasSize(2);
    assertThat(ProtobufList.read(page.body()).metadata().path("continue").asText()).isNotEmpty();
    assertThat(ProtobufList.read(page.body()).metadata().path("remainingItemCount").asInt())
        .isEqualTo(1_198);
  }

  @Test
  void emptyListHasResourceVersion() throws Exception {
    ProtobufList list = ProtobufList.read(get("/api/v1/pods", PROTOBUF).body());

    assertThat(list.items()).isEmpty();
    assertThat(list.envelope().kind()).isEqualTo("PodList");
    assertThat(list.metadata().path("resourceVersion").asText()).isNotEmpty();
  }

  @Test
  void deleteCollectionReturnsList() throws Exception {
    server.put("a", "1");
    server.put("b", "2");

    HttpResponse<byte[]> answer = send("DELETE", TestServer.CONFIG_MAPS, PROTOBUF);

    assertThat(ProtobufList.read(answer.body()).items()).hasSize(2);
  }

  @Test
  void watchSendsLengthPrefixedMessages() throws Exception {
    server.put("a", "1");
    String path = TestServer.CONFIG_MAPS + "?watch=1&resourceVersion=0&timeoutSeconds=20";
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(path))
            .header("Accept", PROTOBUF + ";stream=watch")
            .timeout(Duration.ofSeconds(60))
            .build();
    HttpResponse<InputStream> answer = server.client().send(request, BodyHandlers.ofInputStream());

    assertThat(answer.headers().firstValue("content-type")).contains(PROTOBUF + ";stream=watch");
    try (var events = new DataInputStream(answer.body())) {
      assertThat(next(events, "ADDED").path("data").path("k").asText()).isEqualTo("1");
      server.put("a", "2");
      assertThat(next(events, "MODIFIED").path("data").path("k").asText()).isEqualTo("2");
      server.delete("a");
      assertThat(next(events, "DELETED").path("metadata").path("name").asText()).isEqualTo("a");
    }
  }

  private static JsonObject next(DataInputStream events, String type) throws IOException {
    byte[] event = events.readNBytes(events.readInt());
    // Fields: type, object, raw. Each of the last two extends to the end of the message.
    assertThat(new String(event, 2, event[1], UTF_8)).isEqualTo(type);
    int mark = new String(event, ISO_8859_1).indexOf("k8s\0");
    byte[] object = Arrays.copyOfRange(event, mark, event.length);
    return read(object, "v1", "ConfigMap", "", "v1", "ConfigMap");
  }

  @Test
  void expiredWatchSendsErrorEvent() throws Exception {
    server.put("a", "1");
    server.compact(server.put("b", "1"));
    server.put("c", "1");

    HttpResponse<byte[]> answer =
        get(TestServer.CONFIG_MAPS + "?watch=1&resourceVersion=1", PROTOBUF);

    assertThat(new String(answer.body(), UTF_8)).contains("ERROR", "Status", "Expired");
  }

  @Test
  void failureIsAStatus() throws Exception {
    HttpResponse<byte[]> answer = get(TestServer.CONFIG_MAPS + "/none", PROTOBUF);

    assertThat(answer.statusCode()).isEqualTo(404);
    JsonObject status = read(answer.body(), "v1", "Status", "meta.k8s.io", "v1", "Status");
    assertThat(status.path("message").asText()).isEqualTo("configmaps \"none\" not found");
    assertThat(status.path("details").path("kind").asText()).isEqualTo("configmaps");
    assertThat(status.path("code").asInt()).isEqualTo(404);
  }

  @Test
  void customResourcesHaveOnlyMetadataInProtobuf() throws Exception {
    server.putThing("t", "red");
    String thing = "/apis/test.listwatch.io/v1/namespaces/default/things/t";

    HttpResponse<byte[]> refused = get(thing, PROTOBUF);
    HttpResponse<byte[]> metadata = get(thing, PROTOBUF + METADATA);

    assertThat(refused.statusCode()).isEqualTo(406);
    assertThat(
            read(refused.body(), "v1", "Status", "meta.k8s.io", "v1", "Status")
                .path("message")
                .asText())
        .startsWith("only the following media types are accepted: application/json");
    JsonObject shown =
        read(
            metadata.body(),
            "meta.k8s.io/v1",
            "PartialObjectMetadata",
            "meta.k8s.io",
            "v1",
            "PartialObjectMetadata");
    assertThat(shown.path("metadata").path("name").asText()).isEqualTo("t");
  }

  @Test
  void tableIsNotAcceptable() throws Exception {
    HttpResponse<byte[]> answer =
        get(TestServer.CONFIG_MAPS, PROTOBUF + ";as=Table;g=meta.k8s.io;v=v1");

    assertThat(answer.statusCode()).isEqualTo(406);
  }

  @Test
  void sendsDiscovery() throws Exception {
    JsonObject resources =
        read(
            get("/apis/apps/v1", PROTOBUF).body(),
            "v1",
            "APIResourceList",
            "meta.k8s.io",
            "v1",
            "APIResourceList");
    HttpResponse<byte[]> groups =
        get("/apis", PROTOBUF + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    JsonObject aggregated =
        read(
            groups.body(),
            "apidiscovery.k8s.io/v2",
            "APIGroupDiscoveryList",
            "apidiscovery.k8s.io",
            "v2",
            "APIGroupDiscoveryList");

    assertThat(resources.path("groupVersion").asText()).isEqualTo("apps/v1");
    assertThat(resources.path("resources").path(0).path("verbs").path(0).asText())
        .isEqualTo("create");
    assertThat(type(groups))
        .isEqualTo(PROTOBUF + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    assertThat(aggregated.path("items").size()).isGreaterThan(10);
  }

  private HttpResponse<byte[]> get(String path, String accept) throws Exception {
    return send("GET", path, accept);
  }

  private HttpResponse<byte[]> send(String method, String path, String accept) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(path))
            .header("Accept", accept)
            .timeout(Duration.ofSeconds(60))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return server.client().send(request, BodyHandlers.ofByteArray());
  }

  private static String type(HttpResponse<?> answer) {
    return answer.headers().firstValue("content-type").orElse("");
  }

  private static JsonObject read(
      byte[] body, String apiVersion, String kind, String group, String version, String type) {
    ProtobufEnvelope envelope = ProtobufEnvelope.open(body);
    assertThat(envelope.apiVersion()).isEqualTo(apiVersion);
    assertThat(envelope.kind()).isEqualTo(kind);
    return envelope.object(BuiltInTypes.load().find(group, version, type).orElseThrow());
  }
}
