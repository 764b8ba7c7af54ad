package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.exchange.BodyBudget;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that are short, but have many values. */
final class BodyValuesTest {
  private static final int VALUES = 2_000;

  private final TestServer server =
      TestServer.builder()
          .parts(HttpServerParts.NO_OP.with(it -> it.bodies(new BodyBudget(100_000))))
          .start();

  @BeforeEach
  void write() {
    server.put("a", "1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, '', application/json",
    "POST, '', application/yaml",
    "PUT, /a, application/json",
    "PATCH, /a, application/merge-patch+json",
    "PATCH, /a, application/strategic-merge-patch+json",
    "PATCH, /a?fieldManager=x, application/apply-patch+yaml"
  })
  void valuesBeyondTheBudgetOfBodiesGetRetryAfter(String method, String name, String type) {
    HttpResponse<String> rejected = send(method, name, type, VALUES);

    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(rejected.headers().firstValue("retry-after")).contains("1");
    await().until(() -> send(method, name, type, 1).statusCode() < 300);
  }

  @Test
  void valuesOfProtobufBodyCount() throws Exception {
    JsonObject large = TestServer.configMap("default", "large", "1");
    JsonObject data = large.withObject("data");
    IntStream.range(0, VALUES).forEach(i -> data.put("k" + i, "v"));
    server.put(large);
    String type = "application/vnd.kubernetes.protobuf";
    HttpRequest get =
        HttpRequest.newBuilder(server.uri(CONFIG_MAPS + "/large")).header("Accept", type).build();
    byte[] message = server.client().send(get, BodyHandlers.ofByteArray()).body();
    assertThat(message.length).isLessThan(50_000);

    HttpRequest put =
        HttpRequest.newBuilder(get.uri())
            .header("Content-Type", type)
            .PUT(BodyPublishers.ofByteArray(message))
            .build();

    assertThat(server.client().send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(429);
  }

  private HttpResponse<String> send(String method, String name, String type, int values) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"},\"data\":{%s}}"
            .formatted(
                method.equals("POST") ? "b" : "a",
                IntStream.range(0, values)
                    .mapToObj("\"k%d\":\"v\""::formatted)
                    .collect(Collectors.joining(",")));
    return server.send(method, CONFIG_MAPS + name, body, "Content-Type", type);
  }
}
