package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Long selectors are parsed by the workers, so that they do not block an event loop. */
final class LongSelectorTest {
  private static final String THOUSANDS = "v%2C".repeat(20_000);

  private final HeldWorkers workers = new HeldWorkers();
  private final TestServer server = TestServer.builder().workers(workers).start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void serverRespondsWhileSelectorsWaitToBeParsed() {
    var list = get("?labelSelector=a%20in%20(" + THOUSANDS + "v)");
    WatchingTest.await(() -> workers.waiting() == 1);

    assertThat(server.get("/livez").statusCode()).isEqualTo(200);
    assertThat(list).isNotDone();
    workers.release();
    assertThat(list.join().statusCode()).isEqualTo(200);
  }

  @Test
  void malformedSelectorIsABadRequest() {
    var watch = get("?watch=1&labelSelector=a%20in%20(" + THOUSANDS + "v");
    WatchingTest.await(() -> workers.waiting() == 1);
    workers.release();

    HttpResponse<String> response = watch.join();
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("message").asText()).startsWith("unable to parse requirement");
  }

  private CompletableFuture<HttpResponse<String>> get(String query) {
    HttpRequest request = HttpRequest.newBuilder(server.uri(CONFIG_MAPS + query)).build();
    return server.client().sendAsync(request, BodyHandlers.ofString());
  }
}
