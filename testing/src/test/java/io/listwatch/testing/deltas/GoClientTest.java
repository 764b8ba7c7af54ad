package io.listwatch.testing.deltas;

import static io.listwatch.storage.Waiting.await;
import static java.net.http.HttpResponse.BodyHandlers.discarding;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.seeds.TestSeeds;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The Go program in examples/deltas keeps the same objects as the server lists, while objects are
 * created, changed and deleted. {@code -Dlistwatch.go.seconds=600} lets it run longer.
 */
@Tag("go")
@Timeout(3600)
final class GoClientTest {
  private static final int SECONDS = Integer.getInteger("listwatch.go.seconds", 5);
  private static final int OBJECTS = 20;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final HttpClient http = HttpClient.newHttpClient();
  private final Random random = new Random(TestSeeds.of(GoClientTest.class));

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  @Test
  void keepsConfigMaps() throws Exception {
    keeps(DeltaCollection.CONFIG_MAPS);
  }

  @Test
  void keepsCustomResources() throws Exception {
    send(
        "POST",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        DeltaCollection.DEFINITION);
    await().until(() -> send("GET", DeltaCollection.NOTES.path(), "") == 200);

    keeps(DeltaCollection.NOTES);
  }

  private void keeps(DeltaCollection collection) throws Exception {
    assumeTrue(hasGo(), "Go is not installed");
    for (int i = 0; i < OBJECTS; i++) {
      assertThat(send("POST", collection.path(), collection.object("o-" + i, random)))
          .isEqualTo(201);
    }
    Process program = start(collection.path());

    while (program.isAlive()) {
      write(collection, "o-" + random.nextInt(OBJECTS));
    }

    String printed = new String(program.getInputStream().readAllBytes(), UTF_8);
    assertThat(program.waitFor()).as(printed).isZero();
    assertThat(printed).contains("all equal").doesNotContain("(0 of them deletions)");
    System.out.println(collection.kind() + ": " + printed);
  }

  private void write(DeltaCollection collection, String name) throws Exception {
    String object = collection.path() + "/" + name;
    int code =
        switch (random.nextInt(8)) {
          case 0 -> send("DELETE", object, "");
          case 1, 2 -> send("POST", collection.path(), collection.object(name, random));
          default -> send("PATCH", object, collection.patch(random));
        };
    assertThat(code).isIn(200, 201, 404, 409);
  }

  private int send(String method, String path, String body) throws Exception {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString(body))
                .build(),
            discarding())
        .statusCode();
  }

  private static boolean hasGo() throws InterruptedException {
    try {
      return new ProcessBuilder("go", "version").start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  private Process start(String path) throws IOException {
    Path source = Path.of("../examples/deltas").toAbsolutePath().normalize();
    return new ProcessBuilder(
            "go",
            "run",
            ".",
            "-server",
            "http://127.0.0.1:" + server.port(),
            "-path",
            path,
            "-for",
            SECONDS + "s",
            "-timeout",
            "2",
            "-compare",
            "500ms")
        .directory(source.toFile())
        .redirectErrorStream(true)
        .start();
  }
}
