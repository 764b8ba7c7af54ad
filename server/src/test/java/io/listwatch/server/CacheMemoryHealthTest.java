package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with memory for a few small objects in its caches. */
@Timeout(60)
final class CacheMemoryHealthTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server =
      ApiServer.start(storage, ApiServerConfig.open(0).with(it -> it.cacheMemory(200_000)));
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return http.send(request(path).build(), BodyHandlers.ofString());
  }

  private void create(String name, int size) throws Exception {
    String map =
        "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"a\":\"%s\"}}"
            .formatted(name, "x".repeat(size));
    HttpRequest post =
        request(MAPS)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(map))
            .build();
    assertThat(http.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
  }

  @Test
  void serverThatCachesEverythingIsHealthy() throws Exception {
    assertThat(get("/readyz?verbose").body()).contains("[+]cache-memory ok");
  }

  @Test
  void resourceWithoutCacheIsReportedAndServed() throws Exception {
    assertThat(get(MAPS).statusCode()).isEqualTo(200);
    for (int i = 0; i < 5; i++) {
      create("map-" + i, 50_000);
    }

    await().until(() -> get("/readyz?verbose").body().contains("[-]cache-memory"));

    assertThat(get("/readyz?verbose").body())
        .contains("[-]cache-memory failed: no watch cache for configmaps");
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz/cache-memory").statusCode()).isEqualTo(500);
    assertThat(get(MAPS).body()).contains("map-0", "map-4");
    assertThat(get(MAPS + "?resourceVersion=0").body()).contains("map-0", "map-4");
  }
}
