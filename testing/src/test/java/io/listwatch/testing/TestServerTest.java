package io.listwatch.testing;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.client.ApiClient;
import io.listwatch.model.ResourceType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class TestServerTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void servesOnceStarted() throws Exception {
    try (TestServer server = TestServer.start()) {
      assertThat(get(server.address().resolve("/readyz")).body()).isEqualTo("ok");
      assertThat(get(server.address().resolve("/api/v1/namespaces/default")).statusCode())
          .isEqualTo(200);
      assertThat(server.kubeconfig()).contains(server.address().toString());
    }
  }

  @Test
  void serversShareNothing() throws Exception {
    try (TestServer one = TestServer.start();
        TestServer other = TestServer.start()) {
      post(one.address().resolve(CONFIG_MAPS), "{\"metadata\":{\"name\":\"a\"}}");

      assertThat(get(one.address().resolve(CONFIG_MAPS + "/a")).statusCode()).isEqualTo(200);
      assertThat(get(other.address().resolve(CONFIG_MAPS + "/a")).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void closeEndsAllThreadsAndConnections() throws Exception {
    var group = new ThreadGroup("a server's");
    TestServer server = startIn(group);
    URI configMaps = server.address().resolve(CONFIG_MAPS);
    var watch = HttpRequest.newBuilder(URI.create(configMaps + "?watch=true")).build();
    // The watch is open once the response headers arrive.
    var watching = http.send(watch, BodyHandlers.ofLines());
    post(configMaps, "{\"metadata\":{\"name\":\"a\"}}");

    assertThat(threads(group)).isNotEmpty();
    server.close();

    assertThat(watching.body()).singleElement().asString().contains("\"type\":\"ADDED\"");
    await().untilAsserted(() -> assertThat(threads(group)).isEmpty());
    assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> get(configMaps));
  }

  @Test
  void resetRestoresTheKeptState() throws Exception {
    try (TestServer server = TestServer.start()) {
      URI configMaps = server.address().resolve(CONFIG_MAPS);
      post(configMaps, "{\"metadata\":{\"name\":\"kept\"},\"data\":{\"text\":\"one\"}}");
      server.keep();
      server.apply(Definitions.NOTES);
      server.apply("{apiVersion: v1, kind: Namespace, metadata: {name: other}}");
      server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: kept}, data: {text: two}}");
      post(configMaps, "{\"metadata\":{\"name\":\"stuck\",\"finalizers\":[\"example.com/x\"]}}");

      server.reset();

      assertThat(get(URI.create(configMaps + "/kept")).body()).contains("one");
      assertThat(get(URI.create(configMaps + "/stuck")).statusCode()).isEqualTo(404);
      assertThat(get(server.address().resolve("/api/v1/namespaces/other")).statusCode())
          .isEqualTo(404);
      assertThat(get(server.address().resolve(Definitions.PATH)).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void watchesSeeAReset() throws Exception {
    try (TestServer server = TestServer.start()) {
      URI configMaps = server.address().resolve(CONFIG_MAPS);
      var watch = HttpRequest.newBuilder(URI.create(configMaps + "?watch=true")).build();
      try (var events = http.send(watch, BodyHandlers.ofLines()).body()) {
        post(configMaps, "{\"metadata\":{\"name\":\"a\"}}");

        server.reset();

        assertThat(events.limit(2))
            .satisfiesExactly(
                added -> assertThat(added).contains("\"type\":\"ADDED\""),
                deleted -> assertThat(deleted).contains("\"type\":\"DELETED\""));
      }
    }
  }

  @Test
  void appliedDefinitionIsServedAtOnce() throws Exception {
    try (TestServer server = TestServer.start()) {
      server.apply(
          Definitions.NOTES
              + "---\n"
              + "{apiVersion: example.com/v1, kind: Note, metadata: {name: first}}\n");

      assertThat(get(server.address().resolve(Definitions.PATH)).body()).contains("first");
    }
  }

  @Test
  void rejectedManifestNamesTheReason() {
    try (TestServer server = TestServer.start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> server.apply("{apiVersion: v1, kind: Pod, metadata: {name: p}}"))
          .withMessageContaining("spec.containers");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> server.apply("{apiVersion: v2, kind: Pod, metadata: {name: p}}"))
          .withMessageContaining("v2 Pod");
    }
  }

  @Test
  void rejectedManifestIsNotReportedAsAServerError() {
    try (TestServer server = TestServer.start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  server.apply(
                      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {text: 1}}"))
          .withMessageStartingWith("manifest: ConfigMap default/a: ")
          .withMessageNotContainingAny("InternalError", "500");
    }
  }

  @Test
  void closedClientsAreReplaced() throws Exception {
    try (TestServer server = TestServer.start()) {
      KubernetesClient fabric8 = server.client(KubernetesClient.class);
      ApiClient ours = server.client(ApiClient.class);
      var official = server.client(io.kubernetes.client.openapi.ApiClient.class);
      assertThat(server.client(KubernetesClient.class)).isSameAs(fabric8);
      assertThat(server.client(ApiClient.class)).isSameAs(ours);
      assertThat(server.client(io.kubernetes.client.openapi.ApiClient.class)).isSameAs(official);

      fabric8.close();
      ours.close();
      official.getHttpClient().dispatcher().executorService().shutdown();

      assertThat(server.client(KubernetesClient.class).configMaps().list().getItems()).isEmpty();
      assertThat(
              server
                  .client(ApiClient.class)
                  .resources(ResourceType.namespaced("v1", "ConfigMap", "configmaps"))
                  .list()
                  .items())
          .isEmpty();
      assertThat(server.client(io.kubernetes.client.openapi.ApiClient.class)).isNotSameAs(official);
    }
  }

  @Test
  void journalListsRequestsAndChanges() throws Exception {
    try (TestServer server = TestServer.start()) {
      post(server.address().resolve(CONFIG_MAPS), "{\"metadata\":{\"name\":\"a\"}}");

      await()
          .untilAsserted(
              () ->
                  assertThat(server.journal())
                      .anyMatch(line -> line.contains("create " + CONFIG_MAPS + " -> 201"))
                      .anyMatch(line -> line.endsWith("ADDED core/configmaps/default/a")));
    }
  }

  @Test
  void reportsAbandonedWatches() throws Exception {
    try (TestServer server = TestServer.start()) {
      assertThat(server.abandonedWatches(Duration.ZERO)).isEmpty();
      URI watch = server.address().resolve(CONFIG_MAPS + "?watch=true");
      var connection = (HttpURLConnection) watch.toURL().openConnection();
      assertThat(connection.getResponseCode()).isEqualTo(200);

      assertThat(new LeakDetector(false).findLeaks(server, Duration.ZERO))
          .containsExactly("open: watch " + CONFIG_MAPS);

      connection.disconnect();
      assertThat(server.abandonedWatches(Duration.ofSeconds(30))).isEmpty();
    }
  }

  @Test
  void servesTlsOnlyIfConfigured() throws Exception {
    try (TestServer plain = TestServer.start();
        TestServer secure = TestServer.builder().tls().withoutControllers().start()) {
      assertThat(plain.kubeconfig()).contains(plain.address().toString());
      assertThatIllegalStateException().isThrownBy(plain::secureAddress);
      assertThat(secure.kubeconfig()).contains(secure.secureAddress().toString());
      assertThat(get(secure.address().resolve("/readyz")).body()).isEqualTo("ok");
    }
  }

  @Test
  void closeDeletesTheKubeconfigFile() throws Exception {
    TestServer server = TestServer.start();
    Path file = server.kubeconfigFile();

    assertThat(file).hasContent(server.kubeconfig());
    server.close();
    assertThat(file).doesNotExist();
  }

  /** Starts a server in a thread group. All threads that it starts belong to the same group. */
  private static TestServer startIn(ThreadGroup group) throws Exception {
    var start = new FutureTask<>(TestServer::start);
    new Thread(group, start, "starts-a-server").start();
    return start.get();
  }

  /** Excludes the timer thread, which the whole process shares and which ends by itself. */
  private static Set<Thread> threads(ThreadGroup group) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> group.equals(each.getThreadGroup()))
        .filter(each -> each.getName().startsWith("listwatch-"))
        .filter(each -> !each.getName().equals("listwatch-timers"))
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
