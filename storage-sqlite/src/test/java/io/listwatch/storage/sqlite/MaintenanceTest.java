package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Stages;
import io.listwatch.storage.StorageUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The background work of the writer: expiry, compaction, vacuum. An idle storage does none. */
@Timeout(60)
final class MaintenanceTest {
  private static final Key KEY = Key.of("key");
  private static final Retention TEN_MINUTES =
      new Retention(Integer.MAX_VALUE, Duration.ofMinutes(10));

  private final Path directory;
  private final ManualStorageClock clock = new ManualStorageClock();

  MaintenanceTest(@TempDir Path root) {
    this.directory = root.resolve("data");
  }

  private SqliteStorage open(Retention retention) {
    return SqliteStorage.open(directory, clock, retention);
  }

  private static long put(SqliteStorage storage, Key key, int bytes) {
    return done(storage.put(key, new byte[bytes]));
  }

  private static boolean isCompacted(SqliteStorage storage, long revision) {
    try {
      storage.get(KEY, revision);
      return false;
    } catch (CompactedException e) {
      return true;
    }
  }

  private static void awaitIdle(SqliteStorage storage) {
    Thread writer =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("listwatch-sqlite-"))
            .findAny()
            .orElseThrow();
    // The first batches include a query for expired keys; before them the writer has run no
    // statement.
    await().until(() -> writer.getState() == Thread.State.WAITING && storage.database().runs() > 0);
  }

  @Test
  void idleStorageRunsNoStatements() {
    try (var storage = open(TEN_MINUTES);
        var watch = storage.watch(KeyRange.all(), 1, () -> {})) {
      long last = put(storage, KEY, 10);
      done(storage.put(Key.of("later"), new byte[0], Lifetime.of(Duration.ofHours(1))));
      while (watch.poll() != null) {
        // until the watch is parked
      }
      awaitIdle(storage);
      long before = storage.database().runs();

      clock.advance(Duration.ofMinutes(9));
      assertThat(watch.poll()).isNull();
      assertThat(done(storage.currentRevision())).isEqualTo(last + 1);
      awaitIdle(storage);

      assertThat(storage.database().runs()).isEqualTo(before);
    }
  }

  /**
   * The storage once kept history from before the clock was set back until the clock reached that
   * time again.
   */
  @Test
  void historyAgesAfterTheClockWasSetBack() {
    long first;
    var ahead = new ManualStorageClock();
    ahead.advance(Duration.ofDays(365));
    try (var storage = SqliteStorage.open(directory, ahead, TEN_MINUTES)) {
      first = put(storage, KEY, 1);
      put(storage, KEY, 1);
    }

    try (var storage = open(TEN_MINUTES)) {
      long current = put(storage, KEY, 1);
      awaitIdle(storage);
      assertThat(isCompacted(storage, first)).isFalse();

      clock.advance(Duration.ofMinutes(11));

      await().until(() -> isCompacted(storage, first));
      assertThat(isCompacted(storage, current)).isFalse();
    }
  }

  @Test
  void historyAgesAfterTheClockWasSetBackUnderAnOpenStorage() {
    try (var storage = open(TEN_MINUTES)) {
      clock.advance(Duration.ofDays(365));
      long first = put(storage, KEY, 1);
      awaitIdle(storage);
      clock.setBack(Duration.ofDays(365));
      put(storage, KEY, 1);

      await()
          .until(
              () -> {
                clock.advance(Duration.ofMinutes(11));
                return isCompacted(storage, first);
              });
      assertThat(clock.now()).isBefore(Instant.parse("2025-01-01T00:00:00Z"));
    }
  }

  @Test
  void keepsTheConfiguredNumberOfRevisions() {
    try (var storage = open(new Retention(5, Duration.ofMinutes(10)))) {
      long first = put(storage, KEY, 1);
      for (int i = 0; i < 6; i++) {
        put(storage, KEY, 1);
      }

      assertThat(isCompacted(storage, first)).isTrue();
      assertThat(isCompacted(storage, first + 1)).isFalse();
    }
  }

  @Test
  void compactsByAgeWithoutFurtherWrites() {
    try (var storage = open(TEN_MINUTES)) {
      long first = put(storage, KEY, 1);
      long second = put(storage, KEY, 1);
      clock.advance(Duration.ofMinutes(10));
      awaitIdle(storage);
      assertThat(isCompacted(storage, first)).isFalse();

      clock.advance(Duration.ofMinutes(1));

      await().until(() -> isCompacted(storage, first));
      assertThat(storage.get(KEY, second)).isPresent();
    }
  }

  /**
   * A start after a crash once compacted the last revision before the crash, from which clients
   * resume.
   */
  @Test
  void lastRevisionBeforeACrashIsKept() throws IOException {
    Path crashed = directory.resolveSibling("crashed");
    long last;
    try (var storage = open(TEN_MINUTES)) {
      last = put(storage, KEY, 1);
      done(storage.compact(last));
      awaitIdle(storage);
      copyTo(crashed);
    }

    try (var storage = SqliteStorage.open(crashed, clock, TEN_MINUTES)) {
      awaitIdle(storage);
      assertThat(isCompacted(storage, last)).as("after the start").isFalse();

      long next = put(storage, KEY, 1);
      awaitIdle(storage);

      assertThat(next).isGreaterThan(last + 1);
      assertThat(isCompacted(storage, last)).as("after a write").isFalse();
      clock.advance(Duration.ofMinutes(11));
      await().until(() -> isCompacted(storage, last));
    }
  }

  /** Copies the files as a kill would leave them. */
  private void copyTo(Path crashed) throws IOException {
    Files.createDirectories(crashed);
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.copy(file, crashed.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void historyAgesWhileTheStorageIsClosed() {
    long first;
    try (var storage = open(TEN_MINUTES)) {
      first = put(storage, KEY, 1);
      put(storage, KEY, 1);
    }
    clock.advance(Duration.ofHours(1));

    try (var storage = open(TEN_MINUTES)) {
      await().until(() -> isCompacted(storage, first));
      assertThat(storage.get(KEY)).isPresent();
    }
  }

  @Test
  void keyExpiresWhileTheStorageIsClosed() {
    try (var storage = open(TEN_MINUTES)) {
      done(storage.put(KEY, new byte[0], Lifetime.of(Duration.ofHours(1))));
    }
    clock.advance(Duration.ofMinutes(30));
    try (var storage = open(TEN_MINUTES)) {
      assertThat(storage.timeToLive(KEY)).hasValue(Duration.ofMinutes(30));
    }
    clock.advance(Duration.ofMinutes(30));

    try (var storage = open(TEN_MINUTES)) {
      await().until(() -> storage.get(KEY).isEmpty());
    }
  }

  @Test
  void keyExpiresDuringContinuousWrites() {
    var stop = new AtomicBoolean();
    try (var storage = open(TEN_MINUTES)) {
      done(storage.put(KEY, new byte[0], Lifetime.of(Duration.ofHours(1))));
      var writers = new ArrayList<CompletableFuture<Void>>();
      for (int i = 0; i < 2; i++) {
        Key other = Key.of("other" + i);
        writers.add(CompletableFuture.runAsync(() -> writeUntil(stop, storage, other)));
      }

      clock.advance(Duration.ofHours(1));

      await().until(() -> storage.get(KEY).isEmpty());
      stop.set(true);
      writers.forEach(CompletableFuture::join);
    }
  }

  /** Keeps many writes pending, so that the writer never finds its queue empty. */
  private static void writeUntil(AtomicBoolean stop, SqliteStorage storage, Key key) {
    var underWay = new ArrayDeque<CompletionStage<Long>>();
    while (!stop.get()) {
      underWay.add(storage.put(key, new byte[10]));
      if (underWay.size() > 1_000) {
        done(underWay.remove());
      }
    }
    underWay.forEach(Stages::done);
  }

  @Test
  void compactionFreesDiskSpace() throws Exception {
    try (var storage = open(Retention.everything())) {
      var writes = new ArrayList<CompletionStage<Long>>();
      for (int i = 0; i < 3_000; i++) {
        writes.add(storage.put(Key.of("key" + i % 10), new byte[4_000]));
      }
      writes.forEach(Stages::done);
      long last = put(storage, KEY, 1);
      assertThat(pages(storage)).isGreaterThan(1_500);

      done(storage.compact(last));

      // All pages except those of versions replaced by the last few hundred revisions.
      await().until(() -> pages(storage) < 1_000);
      assertThat(storage.count(KeyRange.all())).isEqualTo(11);
      assertThat(storage.check()).isEmpty();
    }
    assertThat(Files.size(directory.resolve("listwatch.db"))).isLessThan(8_192_000);
  }

  private static long pages(SqliteStorage storage) throws SQLException {
    try (var connection = storage.database().openReader()) {
      return Database.number(connection, "PRAGMA page_count");
    }
  }

  @Test
  void compactionSurvivesReopening() {
    long second;
    try (var storage = open(Retention.everything())) {
      put(storage, KEY, 1);
      second = put(storage, KEY, 1);
      put(storage, KEY, 1);
      done(storage.compact(second));
    }

    try (var storage = open(Retention.everything())) {
      assertThat(isCompacted(storage, second - 1)).isTrue();
      assertThat(storage.get(KEY, second)).isPresent();
    }
  }

  @Test
  void fullDiskFailsWritesUntilSpaceIsFreed() {
    try (var storage =
        SqliteStorage.open(
            directory, clock, Retention.everything(), database -> database.limitPages(40))) {
      long last = put(storage, KEY, 1_000);
      long[] written = {0};
      assertThatExceptionOfType(StorageUnavailableException.class)
          .isThrownBy(
              () -> {
                while (true) {
                  put(storage, Key.of("key" + written[0]), 50_000);
                  written[0]++;
                }
              })
          .withMessageContaining("full");
      assertThat(written[0]).isPositive();

      assertThat(storage.get(KEY).orElseThrow().revision()).isEqualTo(last);
      assertThatExceptionOfType(StorageUnavailableException.class)
          .isThrownBy(() -> put(storage, Key.of("large"), 50_000));
      storage.database().limitPages(0);

      // A connection opened before keeps the old limit until a write fails.
      await().until(() -> canPut(storage, Key.of("large"), 50_000));
      assertThat(done(storage.currentRevision())).isEqualTo(last + written[0] + 1);
      assertThat(storage.count(KeyRange.all())).isEqualTo(written[0] + 2);
    }
  }

  private static boolean canPut(SqliteStorage storage, Key key, int bytes) {
    try {
      put(storage, key, bytes);
      return true;
    } catch (StorageUnavailableException e) {
      return false;
    }
  }

  @Test
  void rejectsTooManyPendingWrites() {
    try (var storage = open(TEN_MINUTES)) {
      var stages = new ArrayList<CompletionStage<Long>>();
      for (int i = 0; i < 200; i++) {
        stages.add(storage.put(KEY, new byte[storage.maxValueBytes()]));
      }

      int refused = 0;
      for (var stage : stages) {
        try {
          done(stage);
        } catch (StorageUnavailableException e) {
          refused++;
        }
      }

      assertThat(refused).isBetween(1, 199);
    }
  }

  @Test
  void closeCancelsTheTimer() {
    try (var storage = open(TEN_MINUTES)) {
      done(storage.put(KEY, new byte[0], Lifetime.of(Duration.ofHours(1))));
      // The writer completes a write before it sets its timer, so it has set it once a second write
      // is complete.
      done(storage.put(Key.of("another"), new byte[0]));
      assertThat(clock.pending()).isOne();
    }

    assertThat(clock.pending()).isZero();
  }
}
