package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Subresources that need a node are rejected with a message, and objects without effect are stored
 * with a warning.
 */
final class WithoutNodesTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static final Storage STORAGE = MemoryStorage.open(new StorageTime(Timers.system()));
  private static ApiServer server;
  private static HttpClient client;

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start(STORAGE, ApiServerConfig.open(0));
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    pod("new", "");
    pod("bound", "\"nodeName\":\"n1\",");
    pod("lost", "\"nodeName\":\"n2\",");
    send("POST", "/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
    send(
        "POST",
        "/api/v1/namespaces/default/services",
        "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}");
  }

  private static void pod(String name, String where) throws Exception {
    HttpResponse<String> made =
        send(
            "POST",
            PODS,
            """
            {"metadata":{"name":"%s"},"spec":{%s
             "containers":[{"name":"a","image":"x"},{"name":"b","image":"x"}]}}
            """
                .formatted(name, where));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
    STORAGE.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET  | pods/new/log               | 400 | a container name must be specified for pod new, choose one of: [a b]
          GET  | pods/new/log?container=c   | 400 | container c is not valid for pod new
          GET  | pods/none/log              | 404 | pods "none" not found
          POST | pods/new/exec?container=a  | 400 | pod new does not have a host assigned
          GET  | pods/new/attach?container=a| 400 | pod new does not have a host assigned
          POST | pods/new/portforward       | 400 | pod new does not have a host assigned
          POST | pods/lost/portforward      | 404 | nodes "n2" not found
          POST | pods/bound/exec?container=a| 500 | Internal error occurred: error dialing backend: this server connects to nodes for logs only
          GET  | pods/bound/log?container=a | 500 | no preferred addresses found; known addresses: []
          GET  | pods/new/proxy/a/b         | 400 | address not allowed
          GET  | pods/none/log?tailLines=-1 | 422 | PodLogOptions "none" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0
          GET  | pods/new/log?sinceSeconds=0| 422 | PodLogOptions "new" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0
          GET  | pods/new/log?limitBytes=-1&tailLines=-2 | 422 | is invalid: [tailLines: Invalid value: -2: must be greater than or equal to 0, limitBytes: Invalid value: -1: must be greater than 0]
          GET  | pods/new/log?sinceSeconds=0&sinceTime=2020-01-01T00:00:00Z | 422 | is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified
          GET  | pods/new/log?stream=Stdout | 422 | is invalid: stream: Forbidden: may not be specified
          GET  | pods/new/log?tailLines=abc | 400 | strconv.ParseInt: parsing "abc": invalid syntax
          GET  | pods/new/log?sinceTime=abc | 400 | parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"
          POST | pods/new/portforward?ports=80,abc | 400 | cannot convert to []int32: strconv.ParseUint: parsing "abc": invalid syntax
          GET  | pods/none/portforward?ports=65536 | 400 | cannot convert to []int32: strconv.ParseUint: parsing "65536": value out of range
          POST | pods/new/portforward?ports=0,65535 | 400 | pod new does not have a host assigned
          GET  | services/s:80/proxy/a      | 503 | no endpoints available for service "s"
          GET  | services/https:none:80/proxy | 404 | services "none" not found
          """)
  void rejectsNodeSubresourcesWithReason(String method, String path, int code, String message)
      throws Exception {
    HttpResponse<String> answer = send(method, "/api/v1/namespaces/default/" + path, null);

    assertThat(answer.body()).contains(message.replace("\"", "\\\""));
    assertThat(answer.statusCode()).isEqualTo(code);
  }

  @Test
  void logOfUnscheduledPodIsEmpty() throws Exception {
    HttpResponse<String> answer = send("GET", PODS + "/new/log?container=a&follow=true", null);

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("content-type")).isEmpty();
    assertThat(answer.headers().firstValue("cache-control")).contains("no-cache, private");
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"POST, SPDY/3.1", "GET, websocket"})
  void upgradeRequestGetsTheSameError(String method, String protocol) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      String request =
          """
          %s %s/new/exec?container=a&command=date HTTP/1.1
          Host: 127.0.0.1
          Connection: Upgrade
          Upgrade: %s
          Sec-WebSocket-Version: 13
          Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
          Content-Length: 0

          """
              .formatted(method, PODS, protocol)
              .replace("\n", "\r\n");
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

      byte[] answer = new byte[4096];
      var text = new StringBuilder();
      while (text.indexOf("assigned") < 0) {
        int read = socket.getInputStream().read(answer);
        assertThat(read).as("after: %s", text).isPositive();
        text.append(new String(answer, 0, read, StandardCharsets.US_ASCII));
      }
      assertThat(text).startsWith("HTTP/1.1 400").contains("pod new does not have a host assigned");
    }
  }

  @Test
  void objectWithoutEffectIsStoredWithWarning() throws Exception {
    String ranges = "/apis/networking.k8s.io/v1/servicecidrs";
    String range = "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"cidrs\":[\"10.200.0.0/24\"]}}";

    HttpResponse<String> made = send("POST", ranges, range.formatted("q"));
    HttpResponse<String> tried = send("POST", ranges + "?dryRun=All", range.formatted("r"));
    HttpResponse<String> map =
        send(
            "POST",
            "/api/v1/namespaces/default/configmaps",
            "{\"metadata\":{\"name\":\"c\"},\"data\":{}}");

    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(warning(made))
        .contains(
            "299 - \"service addresses are allocated from the first range only by this server\"");
    assertThat(warning(tried)).isEmpty();
    assertThat(warning(map)).isEmpty();
  }

  private static Optional<String> warning(HttpResponse<String> answer) {
    return answer.headers().firstValue("warning");
  }

  private static HttpResponse<String> send(String method, String path, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
