package io.listwatch.testing.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.time.Timers;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP endpoint for fault commands. */
@ListwatchTest(tls = true)
@Timeout(240)
final class FaultsEndpointTest {
  private static final String FAULTS = "/listwatch/v1/faults";

  private final TestServer server;
  private final Api api;

  FaultsEndpointTest(TestServer server) {
    this.server = server;
    this.api = new Api(server);
  }

  @AfterEach
  void clear() throws Exception {
    api.send("DELETE", FAULTS, "");
  }

  private HttpResponse<String> post(String command) throws Exception {
    return api.send("POST", FAULTS, command);
  }

  @Test
  void addsHitsAndClearsAFault() throws Exception {
    String armed =
        post("{\"do\":\"answer\",\"verb\":\"get\",\"resource\":\"configmaps\",\"code\":500}")
            .body();
    String id = armed.replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");

    assertThat(api.get(Api.MAPS + "/a").statusCode()).isEqualTo(500);

    assertThat(post("{\"do\":\"await\",\"id\":\"%s\"}".formatted(id)).body())
        .contains("\"hits\":1");
    assertThat(api.get(FAULTS).body()).contains("\"id\":\"" + id + "\"");
    assertThat(api.send("DELETE", FAULTS, "").body()).contains("\"faults\":[]");
  }

  @Test
  void awaitReturnsAfterItsTimeout() throws Exception {
    String id = post("{\"do\":\"stall\"}").body().replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");

    HttpResponse<String> answer =
        post("{\"do\":\"await\",\"id\":\"%s\",\"timeout\":\"1ms\"}".formatted(id));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"hits\":0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"do\":\"dance\"}",
        "{\"do\":7}",
        "{\"verb\":\"list\"}",
        "{\"do\":\"stall\",\"resources\":\"pods\"}",
        "{\"do\":\"answer\"}",
        "{\"do\":\"answer\",\"code\":200}",
        "{\"do\":\"answer\",\"code\":429,\"times\":0}",
        "{\"do\":\"answer\",\"code\":429.5}",
        "{\"do\":\"split\",\"parts\":1}",
        "{\"do\":\"split\",\"pause\":\"-1s\"}",
        "{\"do\":\"expire\",\"shape\":\"round\"}",
        "{\"do\":\"drop\",\"at\":\"dawn\"}",
        "{\"do\":\"cut\",\"at\":\"dusk\"}",
        "{\"do\":\"cut\",\"verb\":\"watch\",\"at\":\"middle\"}",
        "{\"do\":\"stale\",\"of\":\"bread\"}",
        "{\"do\":\"step\"}",
        "{\"do\":\"step\",\"by\":\"a while\"}",
        "{\"do\":\"await\",\"id\":\"none\"}",
        "{\"do\":\"await\",\"timeout\":\"1h\"}",
        "{\"do\":\"release\",\"id\":\"none\"}",
      })
  void rejectsInvalidCommand(String command) throws Exception {
    HttpResponse<String> refused = post(command);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(refused.body()).contains("expected");
    assertThat(api.get(FAULTS).body()).contains("\"faults\":[]");
  }

  @Test
  void rejectsOtherMethodsAndPaths() throws Exception {
    assertThat(api.send("PUT", FAULTS, "{}").statusCode()).isEqualTo(405);
    assertThat(api.get(FAULTS + "/1").statusCode()).isEqualTo(404);
  }

  @Test
  void limitsTheNumberOfFaults() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertThat(post("{\"do\":\"stall\",\"namespace\":\"nowhere\"}").statusCode()).isEqualTo(200);
    }

    assertThat(post("{\"do\":\"stall\"}").body()).contains("clear those that are done with");
  }

  /**
   * Like everything on the port without TLS, the endpoint rejects requests from web pages. A
   * browser names the page in Origin.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: faults.example",
        "Host: 127.0.0.1\r\nOrigin: http://faults.example",
        "Host: 127.0.0.1\r\nOrigin: null",
      })
  void rejectsRequestsFromOtherOrigins(String headers) throws Exception {
    try (var socket = new Socket(server.address().getHost(), server.address().getPort())) {
      socket.setSoTimeout(30_000);
      String command = "{\"do\":\"stall\"}";
      String request =
          "POST %s HTTP/1.1\r\n%s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(FAULTS, headers, command.length(), command);
      socket.getOutputStream().write(request.getBytes(US_ASCII));

      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 403");
    }
    assertThat(api.get(FAULTS).body()).contains("\"faults\":[]");
  }

  @Test
  void rejectsUnauthenticatedClient() {
    Config nobody = Config.fromKubeconfig(server.kubeconfig());
    nobody.setClientCertData(null);
    nobody.setClientKeyData(null);

    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(nobody).build()) {
      assertThatThrownBy(() -> client.raw(FAULTS))
          .isInstanceOfSatisfying(
              KubernetesClientException.class,
              refused -> assertThat(refused.getCode()).isIn(401, 403));
    }
  }

  @Test
  void endpointIsNotFoundOnAnOrdinaryServer() throws Exception {
    try (var storage = MemoryStorage.open(new StorageTime(Timers.system()));
        var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      URI uri = URI.create("http://127.0.0.1:" + server.port() + FAULTS);

      var answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(404);
    }
  }
}
