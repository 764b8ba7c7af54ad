package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers encode objects that take longer than about a millisecond. They used to block an event
 * loop for tens of ms.
 */
final class LongObjectsTest {
  private final HeldWorkers workers = new HeldWorkers();
  private final TestServer server = TestServer.builder().workers(workers).start();

  @BeforeEach
  void create() {
    server.put("a", "x".repeat(100_000));
    server.put("b", "short");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/yaml",
        "application/vnd.kubernetes.protobuf",
        "application/json;as=Table;v=v1;g=meta.k8s.io",
        "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
      })
  void workerEncodesLongItemsOfList(String accept) {
    String whole = released(get(CONFIG_MAPS, "Accept", accept)).body();

    assertThat(whole).contains("a", "b");
    assertThat(whole.contains("short")).isEqualTo(!accept.contains("as="));
  }

  @Test
  void compressedListIsComplete() throws Exception {
    server.put("c", "y".repeat(1_000_000));
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(CONFIG_MAPS)).header("Accept-Encoding", "gzip").build();

    var list = server.client().sendAsync(request, BodyHandlers.ofByteArray());
    WatchingTest.await(
        () -> {
          workers.release();
          return list.isDone();
        });

    assertThat(list.join().headers().firstValue("Content-Encoding")).contains("gzip");
    try (var plain = new GZIPInputStream(new ByteArrayInputStream(list.join().body()))) {
      assertThat(new String(plain.readAllBytes(), UTF_8))
          .contains("x".repeat(100_000), "short", "y".repeat(1_000_000))
          .endsWith("]}\n");
    }
  }

  @Test
  void workerWritesMetrics() {
    assertThat(released(get("/metrics", "Accept", "*/*")).statusCode()).isEqualTo(200);
  }

  /** Awaits a task for the workers, checks that the server responds meanwhile, and runs all. */
  private HttpResponse<String> released(CompletableFuture<HttpResponse<String>> response) {
    WatchingTest.await(() -> workers.waiting() == 1);
    assertThat(server.get("/livez").statusCode()).isEqualTo(200);
    assertThat(response).isNotDone();
    WatchingTest.await(
        () -> {
          workers.release();
          return response.isDone();
        });
    return response.join();
  }

  private CompletableFuture<HttpResponse<String>> get(String path, String... headers) {
    HttpRequest request = HttpRequest.newBuilder(server.uri(path)).headers(headers).build();
    return server.client().sendAsync(request, BodyHandlers.ofString());
  }
}
