package io.listwatch.testing;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events expire after an hour, in every storage engine. */
final class EventExpiryTest {
  private static final String CORE = "/api/v1/namespaces/default/events/";
  private static final String OTHER = "/apis/events.k8s.io/v1/namespaces/default/events/";

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void eventsExpireInMemoryStorage() throws Exception {
    expires(MemoryStorage::open);
  }

  @Test
  void eventsExpireInSqliteStorage(@TempDir Path directory) throws Exception {
    expires(clock -> SqliteStorage.open(directory, clock));
  }

  private void expires(Function<ManualStorageClock, Storage> open) throws Exception {
    var clock = new ManualStorageClock();
    try (Storage storage = open.apply(clock);
        var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      create(server, CORE, "core", "involvedObject");
      create(server, OTHER, "other", "regarding");
      clock.advance(Duration.ofMinutes(59));
      // A write extends the event's lifetime by another hour.
      String again = "{\"metadata\":{\"labels\":{\"written\":\"again\"}}}";
      assertThat(send(server, "PATCH", OTHER + "other", again).statusCode()).isEqualTo(200);
      assertThat(get(server, CORE + "core")).isEqualTo(200);
      assertThat(get(server, OTHER + "core")).isEqualTo(200);

      clock.advance(Duration.ofMinutes(2));

      await().until(() -> get(server, CORE + "core") == 404);
      assertThat(get(server, CORE + "other")).isEqualTo(200);
    }
  }

  private void create(ApiServer server, String path, String name, String about) throws Exception {
    String event =
        """
        {"metadata":{"name":"%s","namespace":"default"},"%s":{"kind":"Pod","namespace":"default","name":"p"},
         "eventTime":"2026-01-01T00:00:00.000000Z","reportingController":"example.org/test",
         "reportingComponent":"example.org/test","reportingInstance":"t","action":"Test","reason":"Test","type":"Normal"}
        """
            .formatted(name, about);
    HttpResponse<String> made = send(server, "POST", path, event);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  private int get(ApiServer server, String path) throws IOException, InterruptedException {
    return client.send(request(server, path).build(), BodyHandlers.discarding()).statusCode();
  }

  private HttpResponse<String> send(ApiServer server, String method, String path, String body)
      throws IOException, InterruptedException {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    HttpRequest request =
        request(server, path)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(ApiServer server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }
}
