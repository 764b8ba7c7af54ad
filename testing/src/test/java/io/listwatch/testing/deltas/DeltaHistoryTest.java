package io.listwatch.testing.deltas;

import static io.listwatch.storage.Waiting.await;
import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.etcd.EtcdCluster;
import io.listwatch.storage.etcd.EtcdStorage;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The events of a delta watch, rebuilt, equal those of a plain watch byte for byte: over random
 * histories of several kinds, from any version, with selectors, in every form, from the window and,
 * after a restart, from storage.
 *
 * <p>{@code -Dlistwatch.deltas.runs=100} tries more seeds, {@code -Dlistwatch.deltas.seed=7}
 * repeats one that failed.
 */
@Timeout(3600)
final class DeltaHistoryTest {
  private static final int RUNS = Integer.getInteger("listwatch.deltas.runs", 1);
  private static final int WRITES = 60;
  private static final int WATCHES = 12;
  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");
  private static final List<String> FORMS =
      List.of(
          "application/json",
          "application/json;drop=metadata.managedFields",
          "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
          "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;drop=metadata.managedFields");
  private static final List<String> SELECTORS =
      List.of(
          "",
          "&labelSelector=app%3Dweb",
          "&labelSelector=app!%3Dweb",
          "&fieldSelector=metadata.name%3Da");

  private final HttpClient http = HttpClient.newHttpClient();
  private Random random = new Random(0);

  @Test
  void rebuildsPlainWatchOnMemoryStorage() throws Exception {
    run(() -> MemoryStorage.open(new StorageTime(Timers.system())));
  }

  @Test
  void rebuildsPlainWatchOnSqlite(@TempDir Path directory) throws Exception {
    var run = new int[1];
    run(
        () ->
            SqliteStorage.open(
                directory.resolve("run-" + run[0]++), new StorageTime(Timers.system())));
  }

  @Test
  @Tag("etcd")
  void rebuildsPlainWatchOnEtcd() throws Exception {
    try (EtcdCluster etcd = EtcdCluster.start(1)) {
      var run = new int[1];
      run(
          () ->
              EtcdStorage.builder(etcd.endpoints(), new StorageTime(Timers.system()))
                  .prefix("/run-" + run[0]++)
                  .open());
    }
  }

  private void run(Engine engine) throws Exception {
    Long given = Long.getLong("listwatch.deltas.seed");
    for (int run = 0; run < (given == null ? RUNS : 1); run++) {
      long seed = given == null ? run : given;
      random = new Random(seed);
      try (Storage storage = engine.open()) {
        play(storage);
      } catch (Throwable failure) {
        throw new AssertionError("with -Dlistwatch.deltas.seed=" + seed, failure);
      }
    }
  }

  private void play(Storage storage) throws Exception {
    List<String> versions;
    try (var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      define(server);
      versions = write(server);
      compare(server, versions);
    }
    // A new window is empty: the watches read the changes from storage.
    try (var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      await()
          .until(() -> send(server, "GET", DeltaCollection.NOTES.path(), "").statusCode() == 200);
      compare(server, versions);
    }
  }

  private void define(ApiServer server) throws Exception {
    String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    send(server, "POST", definitions, DeltaCollection.DEFINITION);
    await().until(() -> send(server, "GET", DeltaCollection.NOTES.path(), "").statusCode() == 200);
  }

  /** Writes at random. Returns the versions after which watches can begin. */
  private List<String> write(ApiServer server) throws Exception {
    var versions = new ArrayList<String>();
    for (int i = 0; i < WRITES; i++) {
      DeltaCollection collection = oneOf(DeltaCollection.ALL);
      String name = oneOf(List.of("a", "b", "c"));
      String object = collection.path() + "/" + name;
      HttpResponse<String> response =
          switch (random.nextInt(8)) {
            case 0 -> send(server, "DELETE", object, "");
            case 1, 2 -> send(server, "POST", collection.path(), collection.object(name, random));
            default -> send(server, "PATCH", object, collection.patch(random));
          };
      if (response.statusCode() >= 500 || response.statusCode() == 422) {
        throw new AssertionError(response.body());
      }
      Matcher written = VERSION.matcher(response.body());
      if (response.statusCode() < 300 && written.find()) {
        versions.add(written.group(1));
      }
    }
    return versions;
  }

  private void compare(ApiServer server, List<String> versions) throws Exception {
    var comparisons = new ArrayList<Comparison>();
    for (int i = 0; i < WATCHES; i++) {
      var comparison =
          new Comparison(
              DeltaCollection.ALL.get(i % DeltaCollection.ALL.size()),
              oneOf(FORMS),
              oneOf(SELECTORS),
              oneOf(versions.subList(0, versions.size() / 2)));
      comparisons.add(comparison.open(server));
    }
    int deltas = 0;
    for (Comparison each : comparisons) {
      deltas += each.check(server);
    }
    assertThat(deltas).as("frames with deltas").isPositive();
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private HttpResponse<String> send(ApiServer server, String method, String path, String body)
      throws IOException, InterruptedException {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return http.send(
        request(server, path, "application/json")
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        ofString());
  }

  private static HttpRequest.Builder request(ApiServer server, String path, String accept) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Accept", accept);
  }

  /** A plain and a delta watch of the same events. */
  private final class Comparison {
    private final DeltaCollection collection;
    private final String form;
    private final String selector;
    private final String version;
    private CompletableFuture<HttpResponse<String>> plain = new CompletableFuture<>();
    private CompletableFuture<HttpResponse<String>> delta = new CompletableFuture<>();

    Comparison(DeltaCollection collection, String form, String selector, String version) {
      this.collection = collection;
      this.form = form;
      this.selector = selector;
      this.version = version;
    }

    Comparison open(ApiServer server) {
      String query = "?watch=true&timeoutSeconds=2&resourceVersion=" + version + selector;
      plain = http.sendAsync(request(server, collection.path() + query, form).build(), ofString());
      delta =
          http.sendAsync(
              request(server, collection.path() + query, form + ";delta=lw1").build(), ofString());
      return this;
    }

    /** Returns the number of deltas. */
    int check(ApiServer server) throws Exception {
      String query = "?resourceVersionMatch=Exact&resourceVersion=" + version + selector;
      String accept = form.replace("Metadata;", "MetadataList;");
      String list =
          http.send(request(server, collection.path() + query, accept).build(), ofString()).body();
      boolean partial = form.contains("PartialObjectMetadata");
      var rebuilt =
          RebuiltEvents.after(
              list,
              partial ? "meta.k8s.io/v1" : collection.apiVersion(),
              partial ? "PartialObjectMetadata" : collection.kind());
      List<String> whole = plain.join().body().lines().toList();
      List<String> sent = delta.join().body().lines().toList();

      assertThat(rebuilt.frames(sent)).as("%s %s%s", collection, form, selector).isEqualTo(whole);
      for (int i = 0; i < sent.size(); i++) {
        assertThat(sent.get(i).length()).isLessThanOrEqualTo(whole.get(i).length());
      }
      assertThat(delta.join().headers().firstValue("content-type"))
          .contains("application/json;delta=lw1");
      assertThat(delta.join().headers().firstValue("vary")).contains("Accept");
      assertThat(plain.join().headers().firstValue("content-type")).contains("application/json");
      return rebuilt.deltas();
    }
  }

  /** Opens a storage. */
  private interface Engine {
    Storage open();
  }
}
