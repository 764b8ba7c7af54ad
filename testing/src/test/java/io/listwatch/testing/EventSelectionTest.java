package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events, which have no watch cache, are selected by the object that they are about. */
final class EventSelectionTest {
  private static final String NAMESPACED = "/api/v1/namespaces/default/events";
  private static final Pattern NAME =
      Pattern.compile("\"metadata\":\\{[^}]*?\"name\":\"([^\"]+)\"");

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  @Test
  void listsEventsOfAnObject() throws Exception {
    for (int i = 0; i < 300; i++) {
      create("e-" + i, "pod-" + i % 100);
    }

    assertThat(names(get(NAMESPACED + "?fieldSelector=involvedObject.name%3Dpod-7")))
        .containsExactly("e-107", "e-207", "e-7");
    assertThat(
            names(
                get(
                    "/api/v1/events?limit=2&fieldSelector="
                        + "involvedObject.name%3Dpod-7,involvedObject.namespace%3Ddefault")))
        .containsExactly("e-107", "e-207");
    assertThat(names(get(NAMESPACED + "?fieldSelector=involvedObject.name%3Dpod"))).isEmpty();
  }

  @Test
  void watchesEventsOfAnObject() throws Exception {
    create("before", "a");
    create("other", "b");

    var watch =
        client.sendAsync(
            request(
                    NAMESPACED
                        + "?watch=true&timeoutSeconds=2&resourceVersion=0"
                        + "&fieldSelector=involvedObject.name%3Da")
                .build(),
            BodyHandlers.ofString());
    create("after", "a");
    create("later", "b");

    List<String> events = watch.join().body().lines().toList();
    assertThat(events).allMatch(line -> line.startsWith("{\"type\":\"ADDED\""));
    assertThat(names(String.join("\n", events))).containsExactlyInAnyOrder("before", "after");
  }

  private void create(String name, String pod) throws Exception {
    String event =
        """
        {"metadata":{"name":"%s","namespace":"default"},"reason":"Test","type":"Normal",
         "involvedObject":{"kind":"Pod","namespace":"default","name":"%s"}}
        """
            .formatted(name, pod);
    HttpRequest request =
        request(NAMESPACED)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(event))
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
  }

  private String get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private static List<String> names(String text) {
    return NAME.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
