package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The response to a write that storage rejects, or does not confirm. */
@Timeout(60)
final class WriteOutcomeTest {
  private static final String JSON = "application/json";
  private static final String GENERATED = "{\"metadata\":{\"generateName\":\"a-\"}}";

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

  @ParameterizedTest
  @MethodSource("writes")
  void writeOfUnknownOutcomeMustNotBeRepeated(String method, String path, String type, String body)
      throws Exception {
    createNamed();
    storage.failure = new UnknownOutcomeException("no response in time");

    HttpResponse<String> response = send(method, path, type, body);

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    assertThat(response.body()).contains("may have happened").doesNotContain("retryAfterSeconds");
  }

  @ParameterizedTest
  @MethodSource("writes")
  void writeThatTakesTooLongMustNotBeRepeated(String method, String path, String type, String body)
      throws Exception {
    createNamed();
    storage.silent = true;

    HttpResponse<String> response = send(method, path + "?timeout=500ms", type, body);

    assertThat(response.statusCode()).isEqualTo(504);
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    assertThat(response.body()).contains("Timeout").doesNotContain("retryAfterSeconds");
  }

  static Stream<Arguments> writes() {
    return Stream.of(
        arguments("POST", "", JSON, GENERATED),
        arguments("PUT", "/a", JSON, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"),
        arguments("PATCH", "/a", "application/merge-patch+json", "{\"data\":{\"k\":\"v\"}}"),
        arguments("DELETE", "/a", JSON, "{}"),
        arguments("DELETE", "", JSON, "{}"));
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
    for (StorageException failure :
        List.of(
            new StorageUnavailableException("/var/lib/listwatch: the disk is full"),
            new UnknownOutcomeException("etcd at /var/lib/listwatch: no response"),
            new StorageException("/var/lib/listwatch: the database is damaged"))) {
      storage.failure = failure;

      assertThat(create().body()).contains("log").doesNotContain("/var/lib", "io.listwatch");
    }
  }

  private HttpResponse<String> create() throws IOException, InterruptedException {
    return send("POST", "", JSON, GENERATED);
  }

  private void createNamed() throws IOException, InterruptedException {
    HttpResponse<String> created = send("POST", "", JSON, "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(created.statusCode()).isEqualTo(201);
  }

  private HttpResponse<String> send(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    var maps = "http://127.0.0.1:%d/api/v1/namespaces/default/configmaps".formatted(server.port());
    var request =
        HttpRequest.newBuilder(URI.create(maps + path))
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body));
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  /** Fails writes of ConfigMaps, or leaves them without a response. */
  private static final class FailingStorage extends ForwardingStorage {
    private volatile @Nullable StorageException failure;
    private volatile boolean silent;

    private FailingStorage(Storage storage) {
      super(storage);
    }

    @Override
    public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
      return outcome(key, () -> super.create(key, value, lifetime));
    }

    @Override
    public CompletionStage<Long> update(Key key, byte[] value, long expected, Lifetime lifetime) {
      return outcome(key, () -> super.update(key, value, expected, lifetime));
    }

    @Override
    public CompletionStage<Long> delete(Key key, long expected) {
      return outcome(key, () -> super.delete(key, expected));
    }

    private CompletionStage<Long> outcome(Key key, Supplier<CompletionStage<Long>> write) {
      StorageException next = failure;
      if (!key.toString().contains("configmaps")) {
        return write.get();
      }
      if (silent) {
        return new CompletableFuture<>();
      }
      return next == null ? write.get() : CompletableFuture.failedFuture(next);
    }
  }
}
