package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class TestServerTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void servesWhenItHasStarted() throws Exception {
    try (TestServer server = TestServer.start()) {
      assertThat(get(server.address().resolve("/readyz")).body()).isEqualTo("ok");
      assertThat(get(server.address().resolve("/api/v1/namespaces/default")).statusCode())
          .isEqualTo(200);
      assertThat(server.kubeconfig()).contains(server.secureAddress().toString());
    }
  }

  @Test
  void serversBesideEachOtherShareNothing() throws Exception {
    try (TestServer one = TestServer.start();
        TestServer other = TestServer.start()) {
      post(one.address().resolve(CONFIG_MAPS), "{\"metadata\":{\"name\":\"a\"}}");

      assertThat(get(one.address().resolve(CONFIG_MAPS + "/a")).statusCode()).isEqualTo(200);
      assertThat(get(other.address().resolve(CONFIG_MAPS + "/a")).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void leavesNothingBehindWhenItIsClosed() throws Exception {
    Set<Thread> before = threads();
    TestServer server = TestServer.start();
    URI configMaps = server.address().resolve(CONFIG_MAPS);
    var watch = HttpRequest.newBuilder(URI.create(configMaps + "?watch=true")).build();
    // With the headers of its answer the watch has begun.
    var watching = http.send(watch, BodyHandlers.ofLines());
    post(configMaps, "{\"metadata\":{\"name\":\"a\"}}");

    assertThat(threads()).hasSizeGreaterThan(before.size());
    server.close();

    assertThat(watching.body()).singleElement().asString().contains("\"type\":\"ADDED\"");
    await().untilAsserted(() -> assertThat(before).containsAll(threads()));
    assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> get(configMaps));
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("listwatch-"))
        .collect(Collectors.toSet());
  }

  private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private void post(URI uri, String body) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
  }
}
