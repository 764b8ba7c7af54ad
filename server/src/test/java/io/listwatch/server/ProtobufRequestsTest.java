package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.RecordedRequest;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server accepts protobuf requests that were recorded from kubectl. */
final class ProtobufRequestsTest {
  /** Recorded paths whose objects are not stored. */
  private static final List<String> NOT_STORED = List.of("reviews", "/token");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static Storage storage;
  private static ApiServer server;

  @BeforeAll
  static void start() throws Exception {
    storage = MemoryStorage.open(new ManualStorageClock());
    server =
        ApiServer.start(
            storage, ApiServerConfig.open(0).with(c -> c.controllers(ControllerSettings.NONE)));
    for (String namespace : List.of("wire-protobuf", "corpus-1-33")) {
      String body = "{\"metadata\":{\"name\":\"" + namespace + "\"}}";
      send("POST", "/api/v1/namespaces", "application/json", body.getBytes(UTF_8));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
    storage.close();
  }

  @Test
  void storesObjectsThatKubectlSent() throws Exception {
    var softly = new SoftAssertions();
    for (RecordedRequest request : RecordedRequest.read()) {
      if (NOT_STORED.stream().noneMatch(request.path()::contains)) {
        HttpResponse<String> answer =
            send("POST", request.path(), ProtobufEnvelope.MEDIA_TYPE, request.bytes());
        softly.assertThat(answer.statusCode()).as(request + answer.body()).isEqualTo(201);
        // Otherwise each response in protobuf would need a JSON tree.
        byte[] json = answer.body().strip().getBytes(UTF_8);
        softly
            .assertThat(MessageTranscoder.needsOnePass(request.type(), json))
            .as(answer.body())
            .isTrue();
      }
    }
    softly.assertAll();
  }

  @Test
  void responsesEqualThoseOfKubeApiserver() throws Exception {
    var softly = new SoftAssertions();
    for (String line : exchanges()) {
      String[] cells = line.split("\t", -1);
      byte[] body = Base64.getDecoder().decode(cells[3]);
      HttpResponse<String> answer = send(cells[1], cells[2], ProtobufEnvelope.MEDIA_TYPE, body);
      String text = answer.body().replaceAll("record \\([-0-9a-f]{36}\\)", "record (<uid1>)");
      JsonValue recorded = JsonTrees.read(cells[5]);

      softly.assertThat(answer.statusCode()).as(cells[0]).isEqualTo(Integer.parseInt(cells[4]));
      softly.assertThat(shared(JsonTrees.read(text), recorded)).as(cells[0]).isEqualTo(recorded);
    }
    softly.assertAll();
  }

  private static List<String> exchanges() throws IOException {
    try (InputStream in = RecordedRequest.class.getResourceAsStream("exchanges.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  /** Returns the members of a response that the recording has too. */
  private static JsonValue shared(JsonValue answer, JsonValue recorded) {
    if (!(answer instanceof JsonObject object) || !recorded.isObject()) {
      return answer;
    }
    JsonObject shared = new JsonObject();
    for (Map.Entry<String, JsonValue> each : recorded.properties()) {
      if (object.has(each.getKey())) {
        shared.set(each.getKey(), shared(object.path(each.getKey()), each.getValue()));
      }
    }
    return shared;
  }

  @Test
  @Tag("kubectl")
  void kubectlCreatesAndDeletes(@TempDir Path home) throws Exception {
    assertThat(kubectl(home, "create configmap from-kubectl --from-literal=a=1"))
        .isEqualTo("configmap/from-kubectl created\n");
    assertThat(kubectl(home, "create deployment from-kubectl --image=registry.example/app:1"))
        .isEqualTo("deployment.apps/from-kubectl created\n");
    assertThat(kubectl(home, "get configmap from-kubectl -o jsonpath={.data}"))
        .isEqualTo("{\"a\":\"1\"}");
    assertThat(kubectl(home, "delete configmap from-kubectl"))
        .startsWith("configmap \"from-kubectl\" deleted");
  }

  private static String kubectl(Path home, String arguments) throws Exception {
    var command = new ArrayList<>(List.of("kubectl", "--server=http://127.0.0.1:" + server.port()));
    command.addAll(List.of(arguments.split(" ")));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    builder.environment().remove("KUBECONFIG");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  private static HttpResponse<String> send(String method, String path, String type, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .header("Accept", "application/json")
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }
}
