package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.http.page.OnePage;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The documents below {@code /debug/listwatch/} of docs/console.md. */
final class DebugDocumentsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final OnePage pages = new OnePage();
  private final OpenServer server = new OpenServer(pages);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void resourcesHaveCounts() {
    create("a");
    create("b");
    JsonValue list = server.send("GET", MAPS, "");

    JsonValue maps =
        only(items("resources"), each -> each.path("resource").asText().equals("configmaps"));

    assertThat(maps.path("objects").asLong()).isEqualTo(list.path("items").size());
    assertThat(maps.path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(maps.path("namespaced").asBoolean()).isTrue();
    assertThat(StreamSupport.stream(maps.path("verbs").spliterator(), false))
        .extracting(JsonValue::asText)
        .contains("list", "watch");
  }

  @Test
  void cachesShowWindowAndReflector() {
    JsonValue before = server.send("GET", MAPS, "");
    create("a");
    JsonValue changed = server.send("PUT", MAPS + "/a", map("a").replace("\"v\"", "\"w\""));
    long last = changed.at("/metadata/resourceVersion").asLong();
    server.send("GET", MAPS + "?resourceVersion=" + last, "");

    JsonValue document = server.send("GET", "/debug/listwatch/caches?resource=configmaps", "");
    JsonValue maps = document.path("items").path(0);

    assertThat(document.path("storageRevision").asLong()).isGreaterThanOrEqualTo(last);
    assertThat(maps.path("cached").asBoolean()).isTrue();
    assertThat(maps.path("resourceVersion").asLong()).isGreaterThanOrEqualTo(last);
    assertThat(maps.at("/window/oldest").asLong())
        .isLessThanOrEqualTo(before.at("/metadata/resourceVersion").asLong());
    assertThat(maps.at("/reflector/state").asText()).isEqualTo("watching");
    assertThat(maps.at("/reflector/lists").asLong()).isEqualTo(1);
    JsonValue newest = maps.path("changes").path(maps.path("changes").size() - 1);
    assertThat(newest.path("resourceVersion").asLong()).isEqualTo(last);
    assertThat(newest.path("type").asText()).isEqualTo("MODIFIED");
  }

  @Test
  void watchesShowTheirClientAndPosition() throws Exception {
    String from = server.send("GET", MAPS, "").at("/metadata/resourceVersion").asText();
    String watch = MAPS + "?watch=true&labelSelector=tier%3Dweb&resourceVersion=" + from;
    try (InputStream stream = server.read(watch, BodyHandlers.ofInputStream()).body();
        var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      create("a");
      assertThat(lines.readLine()).contains("ADDED");

      JsonValue mine =
          only(
              items("watches?resource=configmaps"),
              each -> each.path("labelSelector").asText().equals("tier=web"));

      assertThat(mine.path("user").asText()).isEqualTo("system:anonymous");
      assertThat(mine.path("namespace").asText()).isEqualTo("default");
      assertThat(mine.path("from").asText()).isEqualTo(from);
      assertThat(mine.path("encoding").asText()).isEqualTo("json");
      assertThat(mine.path("events").asLong()).isEqualTo(1);
      assertThat(mine.path("bytes").asLong()).isGreaterThan(100);
      assertThat(mine.path("position").asLong()).isGreaterThan(Long.parseLong(from));
      assertThat(mine.path("stage").asText()).isIn("reading", "parked");
    }
  }

  @Test
  void limitsTheNumberOfWatchesAndFiltersThemByClient() throws Exception {
    String watch = MAPS + "?watch=true";
    try (InputStream one = server.read(watch, BodyHandlers.ofInputStream()).body();
        InputStream other = server.read(watch, BodyHandlers.ofInputStream()).body()) {
      JsonValue document =
          server.send("GET", "/debug/listwatch/watches?resource=configmaps&limit=1", "");

      assertThat(document.path("total").asLong()).isEqualTo(2);
      assertThat(document.path("items").size()).isEqualTo(1);
      assertThat(watchesOf("system:anon")).isEqualTo(2);
      assertThat(watchesOf("127.0.0")).isEqualTo(2);
      assertThat(watchesOf("nobody")).isZero();
      assertThat(one).isNotSameAs(other);
    }
    assertThat(server.code("GET", "/debug/listwatch/watches?limit=501", "")).isEqualTo(400);
  }

  private long watchesOf(String client) {
    return server
        .send("GET", "/debug/listwatch/watches?resource=configmaps&client=" + client, "")
        .path("total")
        .asLong();
  }

  @Test
  void documentMayAcceptReports() {
    assertThat(server.send("POST", "/debug/listwatch/greeting", "{\"name\": \"jane\"}"))
        .hasToString("{\"text\":\"hello jane from system:anonymous\"}");
    assertThat(server.code("POST", "/debug/listwatch/greeting", "{")).isEqualTo(400);
    assertThat(server.code("POST", "/debug/listwatch/greeting", "[]")).isEqualTo(400);
    assertThat(server.code("PUT", "/debug/listwatch/greeting", "{}")).isEqualTo(405);
    assertThat(server.code("POST", "/debug/listwatch/greeting", " ".repeat(300_000)))
        .isEqualTo(413);
  }

  @Test
  void rejectsWritesAndUnknownDocuments() {
    assertThat(server.code("POST", "/debug/listwatch/caches", "{}")).isEqualTo(405);
    assertThat(server.code("GET", "/debug/listwatch/none", "")).isEqualTo(404);
  }

  @Test
  void closesPagesWithTheServer() {
    server.close();

    assertThat(pages.closed()).isTrue();
  }

  private void create(String name) {
    assertThat(server.code("POST", MAPS, map(name))).isEqualTo(201);
  }

  private static String map(String name) {
    return """
    {"apiVersion": "v1", "kind": "ConfigMap", "data": {"k": "v"},
     "metadata": {"name": "%s", "labels": {"tier": "web"}}}
    """
        .formatted(name);
  }

  private Stream<JsonValue> items(String document) {
    JsonValue items = server.send("GET", "/debug/listwatch/" + document, "").path("items");
    return StreamSupport.stream(items.spliterator(), false);
  }

  private static JsonValue only(Stream<JsonValue> items, Predicate<JsonValue> which) {
    return items.filter(which).findFirst().orElseThrow();
  }
}
