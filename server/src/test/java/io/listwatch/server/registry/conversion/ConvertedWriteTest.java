package io.listwatch.server.registry.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.FollowedStorage;
import io.listwatch.server.resource.Things;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A conversion cannot run after the write has been stored. */
final class ConvertedWriteTest {
  private static final ResourceType SERVED =
      ResourceType.namespaced("test.listwatch.io/v2", "Thing", "things");

  private final Storage memory = MemoryStorage.open(new ManualStorageClock());
  private final FillableConverter converter = new FillableConverter();
  private final DirectResourceStorage stored =
      new DirectResourceStorage(memory, Things.codec(), ForkJoinPool.commonPool(), Metrics.none());
  private final ConvertedStorage served =
      new ConvertedStorage(
          new FollowedStorage(
              stored,
              version -> {
                converter.full = true;
                return CompletableFuture.completedFuture(null);
              }),
          converter,
          SERVED,
          Things.TYPE);

  @AfterEach
  void close() {
    memory.close();
  }

  /** It was a 429 with {@code Retry-After}, after which clients repeat the create. */
  @Test
  void fullQueueAfterWriteIsNotReportedAsRetryable() {
    JsonObject thing = Things.thing("a", "red").put("apiVersion", SERVED.apiVersion());

    ApiException failure =
        catchThrowableOfType(
            ApiException.class,
            () -> Things.join(served.write(Things.key("a"), Things.put(thing))));

    assertThat(Things.join(stored.get(Things.key("a"), VersionMatch.mostRecent()))).isPresent();
    assertThat(failure.status().code()).isEqualTo(500);
    assertThat(failure.status().details().retryAfterSeconds()).isZero();
    assertThat(failure.status().message()).contains("was carried out", "queue of the webhook");
  }

  /** Converts on threads whose queue can be filled. */
  private static final class FillableConverter implements VersionConverter {
    private volatile boolean full;

    @Override
    public Resource serve(Resource object, ResourceType type) {
      return BY_NAME.serve(object, type);
    }

    @Override
    public JsonObject store(JsonObject object, ResourceType type) {
      return BY_NAME.store(object, type);
    }

    @Override
    public Executor threads() {
      return task -> {
        if (full) {
          throw Status.of(StatusReason.TOO_MANY_REQUESTS, "the queue of the webhook is full")
              .withRetryAfter(1)
              .toException();
        }
        task.run();
      };
    }
  }
}
