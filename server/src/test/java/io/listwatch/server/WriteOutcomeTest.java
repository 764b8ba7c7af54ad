package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageFullException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The response to a write that storage rejects, or does not confirm. */
@Timeout(60)
final class WriteOutcomeTest {
  private final FailingStorage storage =
      new FailingStorage(MemoryStorage.open(new StorageTime(Timers.system())));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  @Test
  void writeThatDidNotHappenMayBeRepeated() throws Exception {
    storage.failure = new StorageUnavailableException("the queue is full");

    HttpResponse<String> response = create();

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).contains("1");
  }

  @Test
  void writeOfUnknownOutcomeMustNotBeRepeated() throws Exception {
    storage.failure = new UnknownOutcomeException("no response in time");

    HttpResponse<String> response = create();

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    assertThat(response.body()).contains("may have happened").doesNotContain("retryAfterSeconds");
  }

  @Test
  void fullStorageErrorSaysHowToFreeSpace() throws Exception {
    storage.failure = new StorageFullException("storage is full: delete objects");

    HttpResponse<String> response = create();

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    assertThat(response.body()).contains("storage is full: delete objects");
  }

  @Test
  void failureShowsNoDetailsOfTheServer() throws Exception {
    for (var failure :
        List.of(
            new StorageUnavailableException("/var/lib/listwatch: the disk is full"),
            new UnknownOutcomeException("etcd at /var/lib/listwatch: no response"),
            new StorageException("/var/lib/listwatch: the database is damaged"))) {
      storage.failure = failure;

      assertThat(create().body()).contains("log").doesNotContain("/var/lib", "io.listwatch");
    }
  }

  private HttpResponse<String> create() throws IOException, InterruptedException {
    var path = "http://127.0.0.1:%d/api/v1/namespaces/default/configmaps".formatted(server.port());
    var request =
        HttpRequest.newBuilder(URI.create(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"metadata\":{\"generateName\":\"a-\"}}"));
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  /** Fails creates of ConfigMaps. */
  private static final class FailingStorage extends ForwardingStorage {
    private volatile @Nullable StorageException failure;

    private FailingStorage(Storage storage) {
      super(storage);
    }

    @Override
    public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
      StorageException next = failure;
      return next == null || !key.toString().contains("configmaps")
          ? super.create(key, value, lifetime)
          : CompletableFuture.failedFuture(next);
    }
  }
}
