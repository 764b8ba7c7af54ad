package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.storage.Waiting;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Watches over HTTP/1.1, chunk by chunk. */
final class WatchingTest {
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final String MARKED =
      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  private final TestServer server = TestServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void sendsEachEventAsLineInOneChunk() {
    Resource first = server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=true&resourceVersion=" + first.version());

      String head = watch.head();
      server.put("a", "2");
      String modified = watch.chunk();
      server.delete("a");
      String deleted = watch.chunk();

      assertThat(head).startsWith("http/1.1 200").contains("transfer-encoding: chunked");
      assertThat(head).contains("content-type: application/json\n");
      assertThat(modified).startsWith("{\"type\":\"MODIFIED\",\"object\":{").endsWith("}}\n");
      assertThat(json(deleted).path("type").asText()).isEqualTo("DELETED");
    }
  }

  @Test
  void deletedObjectHasVersionOfItsDeletion() {
    Resource last = server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=true&resourceVersion=" + last.version()).head();

      server.delete("a");

      JsonValue deleted = json(watch.chunk());
      assertThat(version(deleted)).isGreaterThan(Long.parseLong(last.version().toString()));
    }
  }

  private static long version(JsonValue event) {
    return event.path("object").path("metadata").path("resourceVersion").asLong();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"watch=true", "watch=1", "watch=True", "watch=t", "watch", "watch=", "watch=no"})
  void mostValuesOfWatchParameterMeanTrue(String word) {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?" + word).head();

      assertThat(json(watch.chunk()).path("type").asText()).isEqualTo("ADDED");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch=false", "watch=0", "watch=False", "watch=false&watch=true"})
  void falseValuesOfWatchParameterMeanList(String word) {
    assertThat(json(server.get(CONFIG_MAPS + "?" + word)).path("kind").asText())
        .isEqualTo("ConfigMapList");
  }

  @Test
  void initialEventsEndWithBookmarkBeforeLaterEvents() {
    server.put("b", "1");
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + MARKED).head();

      List<String> lines = watch.lines(3);
      server.put("c", "1");
      JsonValue news = json(watch.chunk());

      assertThat(lines).hasSize(3);
      assertThat(name(lines.get(0))).isEqualTo("a");
      assertThat(name(lines.get(1))).isEqualTo("b");
      assertThat(json(lines.get(2)).path("type").asText()).isEqualTo("BOOKMARK");
      assertThat(lines.get(2)).contains("\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}");
      assertThat(news.path("object").path("metadata").path("name").asText()).isEqualTo("c");
    }
  }

  private static String name(String line) {
    return json(line).path("object").path("metadata").path("name").asText();
  }

  @Test
  void watchPathStartsWatch() {
    server.put("a", "1");
    server.put("b", "1");
    try (RawConnection watch = server.connect()) {
      watch.get("/api/v1/watch/namespaces/default/configmaps/b").head();

      String[] lines = watch.chunk().split("\n", -1);

      assertThat(lines).hasSize(2);
      assertThat(name(lines[0])).isEqualTo("b");
    }
  }

  @Test
  void watchPathIsValidatedLikeList() {
    var response =
        server.get(
            "/api/v1/watch/namespaces/default/configmaps?sendInitialEvents=true&resourceVersionMatch=NotOlderThan");

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(json(response).path("message").asText())
        .contains("sendInitialEvents is forbidden for list");
  }

  @Test
  void nameInPathMustMatchFieldSelector() {
    var response =
        server.get("/api/v1/watch/namespaces/default/configmaps/b?fieldSelector=metadata.name%3Da");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("message").asText())
        .isEqualTo("fieldSelector metadata.name doesn't match requested name");
  }

  @Test
  void escapesNonAsciiForFabric8Only() {
    server.put("a", "déjà 列");
    try (RawConnection watch = server.connect();
        RawConnection plain = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1", "User-Agent", "fabric8-kubernetes-client/7.4").head();
      plain.get(CONFIG_MAPS + "?watch=1").head();

      String escaped = watch.chunk();
      String asItIs = plain.chunk();

      assertThat(escaped).contains("d\\u00e9j\\u00e0 \\u5217");
      assertThat(asItIs).contains("déjà 列");
      assertThat(json(escaped)).isEqualTo(json(asItIs));
    }
  }

  @Test
  void compactedVersionSendsErrorEventAndEnds() {
    Resource old = server.put("a", "1");
    server.put("a", "2");
    server.compact(server.put("a", "3"));
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + old.version());

      String head = watch.head();
      JsonValue error = json(watch.chunk());
      String end = watch.chunk();

      assertThat(head).startsWith("http/1.1 200");
      assertThat(error.path("type").asText()).isEqualTo("ERROR");
      assertThat(error.path("object").path("kind").asText()).isEqualTo("Status");
      assertThat(error.path("object").path("code").asInt()).isEqualTo(410);
      assertThat(error.path("object").path("reason").asText()).isEqualTo("Expired");
      assertThat(end).isEmpty();
    }
  }

  @Test
  void sendsTableColumnsOnce() {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1", "Accept", TABLE).head();

      JsonValue first = json(watch.chunk()).path("object");
      server.put("b", "1");
      JsonValue second = json(watch.chunk()).path("object");

      assertThat(first.path("columnDefinitions").isArray()).isTrue();
      assertThat(first.path("rows").path(0).path("cells").path(0).asText()).isEqualTo("a");
      assertThat(second.path("columnDefinitions").isNull()).isTrue();
      assertThat(second.path("rows").path(0).path("cells").path(0).asText()).isEqualTo("b");
    }
  }

  @Test
  void tableShowsEndOfInitialEvents() {
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + MARKED + "&includeObject=None", "Accept", TABLE).head();

      JsonValue row = json(watch.chunk()).path("object").path("rows").path(0);

      assertThat(row.path("object").path("metadata").path("annotations").toString())
          .isEqualTo("{\"k8s.io/initial-events-end\":\"true\"}");
    }
  }

  @Test
  void watchesPartialObjectMetadata() {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch
          .get(
              CONFIG_MAPS + MARKED,
              "Accept",
              "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io")
          .head();

      List<String> lines = watch.lines(2);

      assertThat(json(lines.get(0)).path("object").path("kind").asText())
          .isEqualTo("PartialObjectMetadata");
      assertThat(json(lines.get(0)).path("object").has("data")).isFalse();
      assertThat(json(lines.get(1)).path("object").path("kind").asText())
          .isEqualTo("PartialObjectMetadata");
    }
  }

  @Test
  void rejectsWatchInYaml() {
    var response = server.get(CONFIG_MAPS + "?watch=1", "Accept", "application/yaml");

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(json(YamlText.toJson(response.body())).path("message").asText())
        .isEqualTo(
            "only the following media types are accepted: application/json;stream=watch,"
                + " application/vnd.kubernetes.protobuf;stream=watch");
  }

  @Test
  void disconnectedClientReleasesItsWatch() {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1").head();
      watch.chunk();
      assertThat(server.server().openWatches()).isEqualTo(1);
    }

    await(() -> server.server().openWatches() == 0);
  }

  @Test
  void framesAreNotSplitOverChunks() {
    for (int i = 0; i < 40; i++) {
      JsonObject object = TestServer.configMap("default", "m" + i, "x".repeat(9_000));
      server.put(object);
    }
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1").head();

      int events = 0;
      while (events < 40) {
        String chunk = watch.chunk();
        assertThat(chunk).endsWith("}\n").hasSizeLessThanOrEqualTo(64 * 1024);
        events += chunk.split("\n", -1).length - 1;
      }

      assertThat(events).isEqualTo(40);
    }
  }

  @Test
  void stalledClientDoesNotDelayOthers() {
    try (RawConnection stopped = server.connect();
        RawConnection reading = server.connect()) {
      stopped.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();
      reading.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();

      for (int i = 0; i < 100; i++) {
        server.put("big", "y".repeat(100_000) + i);
      }

      String last = "";
      while (!last.contains("y99\"")) {
        last = reading.chunk();
      }
      assertThat(server.server().openWatches()).isPositive();
    }
  }

  @Test
  void closeEndsWatchesCleanly() {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1").head();
      watch.chunk();

      server.server().close();

      assertThat(watch.chunk()).isEmpty();
      assertThat(server.server().openWatches()).isZero();
    }
  }

  /** Waits for a condition of another thread. */
  static void await(BooleanSupplier condition) {
    Waiting.await().until(condition::getAsBoolean);
  }
}
