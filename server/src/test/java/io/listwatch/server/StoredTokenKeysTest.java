package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.auth.token.TokenKeys;
import io.listwatch.server.resource.Workers;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StoredTokenKeysTest {
  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final ManualTimers timers = new ManualTimers();

  private StoredTokenKeys server() {
    return new StoredTokenKeys(storage, List.of(), new Workers(Runnable::run), timers);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void firstTokenCreatesTheKeyThatAllServersShare() {
    StoredTokenKeys one = server();
    StoredTokenKeys other = server();
    assertThat(keys(one.verifying("")).all()).isEmpty();

    TokenKey key = signer(one);

    assertThat(signer(other)).isEqualTo(key);
    assertThat(signer(server())).isEqualTo(key);
    assertThat(key.algorithm()).isEqualTo("RS256");
  }

  @Test
  void findsKeyThatAnotherServerHasAdded() {
    StoredTokenKeys one = server();
    StoredTokenKeys other = server();
    assertThat(keys(other.verifying("x")).all()).isEmpty();
    TokenKey key = signer(one);

    assertThat(keys(other.verifying(key.id())).all()).as("looked a moment ago").isEmpty();
    timers.advance(Duration.ofSeconds(1));

    assertThat(keys(other.verifying(key.id())).all()).containsExactly(key);
  }

  @Test
  void rotatedKeyIsPublishedBeforeItSigns() {
    StoredTokenKeys one = server();
    TokenKey first = signer(one);

    timers.advance(StoredTokenKeys.ROTATION);
    TokenKeys rotated = keys(one.signing());
    assertThat(rotated.all()).hasSize(2).startsWith(first);
    timers.advance(StoredTokenKeys.AHEAD);
    TokenKey second = signer(one);

    assertThat(second).isNotEqualTo(first).isIn(rotated.all());
    assertThat(signer(server())).isEqualTo(second);
    assertThat(keys(one.verifying(first.id())).all()).containsExactly(second, first);
  }

  @Test
  void knownKeysVerifyAfterTheirRemovalFromStorage() {
    StoredTokenKeys one = server();
    TokenKey key = signer(one);

    var unused = storage.delete(StoredTokenKeys.KEY).toCompletableFuture().join();
    timers.advance(Duration.ofSeconds(1));

    assertThat(keys(one.verifying("x")).all()).containsExactly(key);
  }

  private static TokenKey signer(StoredTokenKeys keys) {
    return keys(keys.signing()).signing().orElseThrow();
  }

  private static TokenKeys keys(CompletionStage<TokenKeys> stage) {
    return stage.toCompletableFuture().join();
  }
}
