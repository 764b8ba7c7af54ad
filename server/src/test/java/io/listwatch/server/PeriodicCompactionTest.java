package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageFullException;
import io.listwatch.time.ManualTimers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class PeriodicCompactionTest {
  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final Key KEY = Key.of("k");

  private final ManualTimers timers = new ManualTimers();
  private final MemoryStorage storage =
      MemoryStorage.open(new StorageTime(timers), Retention.everything());

  @Test
  void keepsRevisionForOneIntervalAndCompactsItAfterTwo() {
    long first = write();
    try (var compaction = new PeriodicCompaction(storage, INTERVAL, timers)) {
      timers.advance(INTERVAL);
      long second = write();
      timers.advance(INTERVAL.minusNanos(1));
      assertThat(storage.get(KEY, first)).isPresent();

      timers.advance(Duration.ofNanos(1));
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> storage.get(KEY, first));
      assertThat(storage.get(KEY, second)).isPresent();
      assertThat(compaction).isNotNull();
    }
  }

  @Test
  void expiresCurrentRevisionOfIdleStorage() {
    long idle = write();
    try (var compaction = new PeriodicCompaction(storage, INTERVAL, timers)) {
      timers.advance(INTERVAL);
      assertThat(storage.get(KEY, idle)).isPresent();

      timers.advance(INTERVAL);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> storage.get(KEY, idle));
      assertThat(storage.get(KEY)).isPresent();
      assertThat(compaction).isNotNull();
    }
  }

  /** A full etcd rejects the write of each round, which once ended the round. */
  @Test
  void compactsFullStorage() {
    var full = new FullStorage(storage);
    long first = write();
    try (var compaction = new PeriodicCompaction(full, INTERVAL, timers)) {
      timers.advance(INTERVAL);
      full.full = true;
      long second = write();
      long third = write();

      timers.advance(INTERVAL);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> storage.get(KEY, first));
      assertThat(storage.get(KEY, second)).isPresent();

      timers.advance(INTERVAL);
      assertThatExceptionOfType(CompactedException.class)
          .isThrownBy(() -> storage.get(KEY, second));
      assertThat(storage.get(KEY, third)).isPresent();
      assertThat(compaction).isNotNull();
    }
  }

  /** Recorded from kube-apiserver with {@code --etcd-compaction-interval=10s}, without writes. */
  @Test
  void continueTokenOfIdleServerExpires() {
    try (var server = new OpenServer();
        var compaction = server.compaction(INTERVAL, timers)) {
      server.send("POST", MAPS, "{'metadata':{'name':'c0'}}".replace('\'', '"'));
      server.send("POST", MAPS, "{'metadata':{'name':'c1'}}".replace('\'', '"'));
      String token = continueToken(server.send("GET", MAPS + "?limit=1", ""));
      timers.advance(compaction.interval());
      timers.advance(compaction.interval());

      HttpResponse<String> expired = server.answer("GET", MAPS + "?limit=1&continue=" + token, "");

      JsonValue status = JsonTrees.read(expired.body());
      assertThat(expired.statusCode()).isEqualTo(410);
      assertThat(status.path("reason").asText()).isEqualTo("Expired");
      assertThat(status.path("message").asText())
          .isEqualTo(
              "The provided continue parameter is too old to display a consistent list result. You"
                  + " can start a new list without the continue parameter, or use the continue"
                  + " token in this response to retrieve the remainder of the results. Continuing"
                  + " with the provided token results in an inconsistent list - objects that were"
                  + " created, modified, or deleted between the time the first chunk was returned"
                  + " and now may show up in the list.");
      assertThat(new String(Base64.getUrlDecoder().decode(continueToken(status)), UTF_8))
          .contains("\"rv\":-1");
      assertThat(
              server
                  .send("GET", MAPS + "?continue=" + continueToken(status), "")
                  .path("items")
                  .path(0)
                  .path("metadata")
                  .path("name")
                  .asText())
          .isEqualTo("c1");
    }
  }

  private static String continueToken(JsonValue response) {
    return response.path("metadata").path("continue").asText();
  }

  @Test
  void compactsNothingOnceClosed() {
    long first = write();
    new PeriodicCompaction(storage, INTERVAL, timers).close();
    write();

    timers.advance(INTERVAL.multipliedBy(3));

    assertThat(storage.get(KEY, first)).isPresent();
  }

  private long write() {
    return storage.put(KEY, new byte[] {1}).toCompletableFuture().join();
  }

  /** Rejects writes as etcd does at its quota. */
  private static final class FullStorage extends ForwardingStorage {
    private volatile boolean full;

    private FullStorage(Storage storage) {
      super(storage);
    }

    @Override
    public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
      return full
          ? CompletableFuture.failedFuture(new StorageFullException("storage is full"))
          : super.put(key, value, lifetime);
    }
  }
}
