package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.protobuf.MessageBytes;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Request bodies in protobuf, as objects and as delete options. */
final class ProtobufBodiesTest {
  private static final String THINGS = "/apis/test.listwatch.io/v1/namespaces/default/things";

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void replacesObject() throws Exception {
    server.put("a", "old");
    var entry = new MessageBytes().with(1, "k").with(2, "new");
    var map = new MessageBytes().with(1, new MessageBytes().with(1, "a")).with(2, entry);

    HttpResponse<String> answer =
        send("PUT", TestServer.CONFIG_MAPS + "/a", MessageBytes.envelope("v1", "ConfigMap", map));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(TestServer.json(answer).path("data").path("k").asText()).isEqualTo("new");
  }

  @Test
  void malformedObjectErrorNamesItsType() throws Exception {
    byte[] body = MessageBytes.envelope("v1", "ConfigMap", new MessageBytes().with(1, 1L));

    HttpResponse<String> answer = send("POST", TestServer.CONFIG_MAPS, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(answer).path("message").asText())
        .isEqualTo(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: proto: wrong wireType ="
                + " 0 for field ObjectMeta");
  }

  @Test
  void rejectsUnknownKind() throws Exception {
    byte[] body = MessageBytes.envelope("v9", "Nothing", new MessageBytes());

    HttpResponse<String> answer = send("POST", TestServer.CONFIG_MAPS, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(answer).path("message").asText())
        .startsWith(
            "Nothing in version \"v9\" cannot be handled as a ConfigMap: no kind \"Nothing\"");
  }

  @Test
  void customResourceRejectsProtobufObjectButAcceptsDeleteOptions() throws Exception {
    server.putThing("a", "red");
    byte[] thing = MessageBytes.envelope("test.listwatch.io/v1", "Thing", new MessageBytes());
    byte[] options =
        MessageBytes.envelope(
            "test.listwatch.io/v1", "DeleteOptions", new MessageBytes().with(5, "All"));

    HttpResponse<String> created = send("POST", THINGS, thing);
    HttpResponse<String> deleted = send("DELETE", THINGS + "/a", options);

    assertThat(created.statusCode()).isEqualTo(400);
    assertThat(created.body()).contains("does not implement the protobuf marshalling interface");
    assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(200);
    assertThat(server.get(THINGS + "/a").statusCode()).as("it was a dry run").isEqualTo(200);
  }

  @Test
  void deleteCollectionReadsDeleteOptions() throws Exception {
    server.put("a", "v");
    byte[] options =
        MessageBytes.envelope("v1", "DeleteOptions", new MessageBytes().with(5, "All"));
    byte[] malformed = MessageBytes.envelope("v1", "DeleteOptions", new MessageBytes().with(5, 1L));

    HttpResponse<String> deleted = send("DELETE", TestServer.CONFIG_MAPS, options);
    HttpResponse<String> refused = send("DELETE", TestServer.CONFIG_MAPS, malformed);

    assertThat(deleted.statusCode()).isEqualTo(200);
    assertThat(server.get(TestServer.CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(refused).path("message").asText())
        .isEqualTo("proto: wrong wireType = 0 for field DryRun");
  }

  private HttpResponse<String> send(String method, String path, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", ProtobufEnvelope.MEDIA_TYPE)
            .header("Accept", "application/json")
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    return server.client().send(request, BodyHandlers.ofString());
  }
}
