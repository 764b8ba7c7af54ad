package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.FollowedStorage;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.Things;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The queue of the workers is full after a write has been stored. The client got a 429 with {@code
 * Retry-After} for an object that was too long to be encoded on an event loop.
 */
final class StoredWriteResponseTest {
  private static final String LONG = "x".repeat(100_000);

  private final FillableWorkers workers = new FillableWorkers();
  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final TestServer server =
      TestServer.builder().workers(workers).configMaps(fillingWorkers()).start();

  /** Returns a storage that fills the queue of the workers when a write is stored. */
  private FollowedStorage fillingWorkers() {
    var type =
        BuiltInResources.load().stream()
            .filter(each -> each.type().plural().equals("configmaps"))
            .findFirst()
            .orElseThrow()
            .stored();
    var codec =
        new ResourceCodec(type, Things.SORTED, SelectableFields.of(List.of()), ReadDefaults.NONE);
    return new FollowedStorage(
        new DirectResourceStorage(storage, codec, ForkJoinPool.commonPool(), Metrics.none()),
        version -> {
          workers.full = true;
          return CompletableFuture.completedFuture(null);
        });
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  @Test
  void createOfLongObjectIsConfirmed() {
    HttpResponse<String> response = server.send("POST", CONFIG_MAPS, configMap("a"));

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.body()).contains(LONG);
  }

  @Test
  void updateAndPatchOfLongObjectAreConfirmed() {
    server.send("POST", CONFIG_MAPS, configMap("a"));
    workers.full = false;
    HttpResponse<String> updated =
        server.send("PUT", CONFIG_MAPS + "/a", configMap("a").replace("\"k\"", "\"l\""));
    workers.full = false;
    HttpResponse<String> patched =
        server.send(
            "PATCH",
            CONFIG_MAPS + "/a",
            "{\"data\":{\"m\":\"1\"}}",
            "Content-Type",
            "application/merge-patch+json");

    assertThat(updated.statusCode()).isEqualTo(200);
    assertThat(patched.statusCode()).isEqualTo(200);
  }

  @Test
  void readOfLongObjectMayBeRepeated() {
    server.send("POST", CONFIG_MAPS, configMap("a"));

    HttpResponse<String> response = server.get(CONFIG_MAPS + "/a");

    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("Retry-After")).contains("1");
  }

  private static String configMap(String name) {
    return JsonTrees.write(TestServer.configMap("default", name, LONG));
  }

  private static final class FillableWorkers implements Executor {
    private volatile boolean full;

    @Override
    public void execute(Runnable task) {
      if (full) {
        throw new RejectedExecutionException();
      }
      ForkJoinPool.commonPool().execute(task);
    }
  }
}
