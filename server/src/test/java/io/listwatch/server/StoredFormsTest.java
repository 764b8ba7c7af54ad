package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.RecordedRequest;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.transcript.Bindings;
import io.listwatch.server.transcript.BodyComparison;
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
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Objects that kubectl's typed commands create are stored as kube-apiserver stores them, with their
 * defaults.
 */
final class StoredFormsTest {
  /**
   * HorizontalPodAutoscalers of {@code autoscaling/v1} are stored as {@code v2}, and there is no
   * converter for them yet.
   */
  private static final String UNCONVERTED = "kubectl autoscale";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static Storage storage;
  private static ApiServer server;

  @BeforeAll
  static void start() {
    storage = MemoryStorage.open(new ManualStorageClock());
    server =
        ApiServer.start(
            storage, ApiServerConfig.open(0).with(c -> c.controllers(ControllerSettings.NONE)));
  }

  @AfterAll
  static void stop() {
    server.close();
    storage.close();
  }

  @TestFactory
  List<DynamicTest> storesKubectlObjectsAsKubeApiserverDoes() throws IOException {
    try (InputStream in = RecordedRequest.class.getResourceAsStream("stored.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      Map<String, Bindings> runs = new HashMap<>();
      return text.lines()
          .filter(line -> !line.startsWith("#") && !line.contains(UNCONVERTED))
          .map(line -> line.split("\t", -1))
          .map(
              cells ->
                  dynamicTest(
                      cells[0] + " " + cells[1],
                      () -> check(cells, runs.computeIfAbsent(cells[0], run -> new Bindings()))))
          .toList();
    }
  }

  private static void check(String[] cells, Bindings bindings) throws Exception {
    HttpResponse<String> answer = post(cells[2], cells[3], cells[4]);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    JsonValue object = JsonTrees.read(answer.body());
    object.path("spec").path("ports").forEach(StoredFormsTest::checkNodePort);
    JsonValue stored = JsonTrees.read(cells[5]);
    assertThat(new BodyComparison(bindings, true).of(stored, object)).isEmpty();
  }

  /** Node ports differ in every run, and there are no placeholders for numbers. */
  private static void checkNodePort(JsonValue port) {
    if (port.has("nodePort")) {
      assertThat(port.path("nodePort").asInt()).isBetween(30_000, 32_767);
      ((JsonObject) port).remove("nodePort");
    }
  }

  private static HttpResponse<String> post(String path, String type, String body)
      throws IOException, InterruptedException {
    boolean protobuf = type.equals(ProtobufEnvelope.MEDIA_TYPE);
    byte[] bytes = protobuf ? Base64.getDecoder().decode(body) : body.getBytes(UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofByteArray(bytes))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }
}
