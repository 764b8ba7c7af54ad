package io.listwatch.testing.deltas;

import static io.listwatch.storage.Waiting.await;
import static java.net.http.HttpResponse.BodyHandlers.ofByteArray;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.seeds.TestSeeds;
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
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The events of delta watches, rebuilt, equal those of a plain watch byte for byte: over random
 * histories of several kinds, from any version, with selectors, in every form. A delta watch is
 * several streams, each resumed after the last event of the one before, while objects are written
 * and the server is restarted.
 *
 * <p>The seed determines the writes, and the speed of the machine their number. Ordinary runs take
 * the same three seeds, and with {@code -Dexplore} new ones. {@code -Dlistwatch.deltas.runs=100}
 * tries more, {@code -Dlistwatch.deltas.seed=7} repeats one that failed.
 */
@Timeout(3600)
final class DeltaHistoryTest {
  private static final int RUNS = Integer.getInteger("listwatch.deltas.runs", 3);
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
    long first = TestSeeds.of(DeltaHistoryTest.class);
    for (int run = 0; run < (given == null ? RUNS : 1); run++) {
      long seed = given == null ? first + run : given;
      random = new Random(seed);
      try (Storage storage = engine.open()) {
        play(storage);
      } catch (Throwable failure) {
        throw new AssertionError("with -Dlistwatch.deltas.seed=" + seed, failure);
      }
    }
  }

  private void play(Storage storage) throws Exception {
    List<Comparison> comparisons;
    try (var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      define(server);
      comparisons = comparisons(write(server));
      try (var writer = new Writer(server, random.nextLong())) {
        // The first streams end by their timeout, the second ones with the server.
        follow(comparisons, server, 1);
        comparisons.forEach(each -> each.open(server, 60));
        writer.write(WRITES);
      }
    }
    for (Comparison each : comparisons) {
      each.read();
    }
    // A new window is empty: the watches read earlier changes from storage.
    try (var server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      await()
          .until(() -> send(server, "GET", DeltaCollection.NOTES.path(), "").statusCode() == 200);
      try (var writer = new Writer(server, random.nextLong())) {
        follow(comparisons, server, 1);
        writer.write(WRITES);
      }
      follow(comparisons, server, 1);
      compare(comparisons, server);
    }
  }

  private static void follow(List<Comparison> comparisons, ApiServer server, int seconds)
      throws IOException {
    comparisons.forEach(each -> each.open(server, seconds));
    for (Comparison each : comparisons) {
      each.read();
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
      String version = writeOnce(server, random);
      if (!version.isEmpty()) {
        versions.add(version);
      }
    }
    return versions;
  }

  /** Returns the version that was written; empty if nothing was. */
  private String writeOnce(ApiServer server, Random random) throws Exception {
    DeltaCollection collection = oneOf(DeltaCollection.ALL, random);
    String name = oneOf(List.of("a", "b", "c"), random);
    String object = collection.path() + "/" + name;
    HttpResponse<byte[]> response =
        switch (random.nextInt(8)) {
          case 0 -> send(server, "DELETE", object, "");
          case 1, 2 -> send(server, "POST", collection.path(), collection.object(name, random));
          default -> send(server, "PATCH", object, collection.patch(random));
        };
    String body = new String(response.body(), UTF_8);
    if (response.statusCode() >= 500 || response.statusCode() == 422) {
      throw new AssertionError(body);
    }
    Matcher written = VERSION.matcher(body);
    return response.statusCode() < 300 && written.find() ? written.group(1) : "";
  }

  private List<Comparison> comparisons(List<String> versions) {
    var comparisons = new ArrayList<Comparison>();
    for (int i = 0; i < WATCHES; i++) {
      comparisons.add(
          new Comparison(
              DeltaCollection.ALL.get(i % DeltaCollection.ALL.size()),
              oneOf(FORMS, random),
              oneOf(SELECTORS, random),
              oneOf(versions.subList(0, versions.size() / 2), random)));
    }
    return comparisons;
  }

  private static void compare(List<Comparison> comparisons, ApiServer server) throws Exception {
    for (Comparison each : comparisons) {
      each.openPlain(server);
    }
    int deltas = 0;
    for (Comparison each : comparisons) {
      deltas += each.compare();
    }
    assertThat(deltas).as("frames with deltas").isPositive();
  }

  private static <T> T oneOf(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  private HttpResponse<byte[]> send(ApiServer server, String method, String path, String body)
      throws IOException, InterruptedException {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return http.send(
        request(server, path, "application/json")
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        ofByteArray());
  }

  private static HttpRequest.Builder request(ApiServer server, String path, String accept) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Accept", accept);
  }

  /** Writes in a thread of its own until it is closed. */
  private final class Writer implements AutoCloseable {
    private final AtomicInteger written = new AtomicInteger();
    private final CompletableFuture<Void> result;
    private volatile boolean stopped;

    Writer(ApiServer server, long seed) {
      result = CompletableFuture.runAsync(() -> write(server, new Random(seed)));
    }

    private void write(ApiServer server, Random random) {
      try {
        while (!stopped) {
          String unused = writeOnce(server, random);
          written.incrementAndGet();
        }
      } catch (Exception e) {
        throw new CompletionException(e);
      }
    }

    /** Waits for further writes. */
    void write(int count) {
      int enough = written.get() + count;
      await().until(() -> written.get() >= enough || result.isDone());
    }

    @Override
    public void close() {
      stopped = true;
      result.join();
    }
  }

  /** A delta watch of several streams, and a plain watch of the same events. */
  private final class Comparison {
    private final DeltaCollection collection;
    private final String form;
    private final String selector;
    private final String version;
    private final List<byte[]> sent = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();
    private @Nullable RebuiltEvents rebuilt;
    private CompletableFuture<HttpResponse<byte[]>> delta = new CompletableFuture<>();
    private CompletableFuture<HttpResponse<byte[]>> plain = new CompletableFuture<>();

    Comparison(DeltaCollection collection, String form, String selector, String version) {
      this.collection = collection;
      this.form = form;
      this.selector = selector;
      this.version = version;
    }

    /** Opens a stream that begins where the last one ended. */
    void open(ApiServer server, int seconds) {
      delta = watch(server, ";delta=lw1", rebuilt(server).version().toString(), seconds);
    }

    /** Opens a plain watch of all events of the streams. */
    void openPlain(ApiServer server) {
      plain = watch(server, "", version, 2);
    }

    private CompletableFuture<HttpResponse<byte[]>> watch(
        ApiServer server, String parameter, String from, int seconds) {
      String query =
          "?watch=true&timeoutSeconds=%d&resourceVersion=%s%s".formatted(seconds, from, selector);
      return http.sendAsync(
          request(server, collection.path() + query, form + parameter).build(), ofByteArray());
    }

    private RebuiltEvents rebuilt(ApiServer server) {
      RebuiltEvents known = rebuilt;
      if (known == null) {
        known = list(server);
        rebuilt = known;
      }
      return known;
    }

    private RebuiltEvents list(ApiServer server) {
      String query = "?resourceVersionMatch=Exact&resourceVersion=" + version + selector;
      String accept = form.replace("Metadata;", "MetadataList;");
      boolean partial = form.contains("PartialObjectMetadata");
      try {
        byte[] list =
            http.sendAsync(
                    request(server, collection.path() + query, accept).build(), ofByteArray())
                .join()
                .body();
        return RebuiltEvents.after(
            list,
            ResourceVersion.of(Long.parseLong(version)),
            partial ? "meta.k8s.io/v1" : collection.apiVersion(),
            partial ? "PartialObjectMetadata" : collection.kind());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Reads the open stream to its end. */
    void read() throws IOException {
      HttpResponse<byte[]> response = delta.join();
      List<byte[]> lines = lines(response.body());
      sent.addAll(lines);
      frames.addAll(Objects.requireNonNull(rebuilt).frames(lines));
      assertThat(response.headers().firstValue("content-type"))
          .contains("application/json;delta=lw1");
      assertThat(response.headers().firstValue("vary")).contains("Accept");
    }

    /** Returns the number of deltas. */
    int compare() {
      HttpResponse<byte[]> response = plain.join();
      List<byte[]> whole = lines(response.body());

      assertThat(texts(frames))
          .as("%s %s%s from %s", collection, form, selector, version)
          .isEqualTo(texts(whole));
      for (int i = 0; i < sent.size(); i++) {
        assertThat(sent.get(i).length).isLessThanOrEqualTo(whole.get(i).length);
      }
      assertThat(response.headers().firstValue("content-type")).contains("application/json");
      return Objects.requireNonNull(rebuilt).deltas();
    }

    /** Decodes each byte as one character. */
    private List<String> texts(List<byte[]> lines) {
      return lines.stream().map(line -> new String(line, ISO_8859_1)).toList();
    }

    private List<byte[]> lines(byte[] body) {
      return new String(body, ISO_8859_1).lines().map(line -> line.getBytes(ISO_8859_1)).toList();
    }
  }

  /** Opens a storage. */
  private interface Engine {
    Storage open();
  }
}
