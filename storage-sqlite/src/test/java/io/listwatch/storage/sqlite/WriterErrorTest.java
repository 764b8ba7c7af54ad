package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.sqlite.FaultyDisk.Fault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An {@code Error} ends the writer's thread. Writes once waited forever, while reads and health
 * checks succeeded.
 */
@Timeout(60)
final class WriterErrorTest {
  private static final Key KEY = Key.of("key");
  private static final int WRITES = 3_000;

  private final FaultyDisk disk = new FaultyDisk();
  private final Path directory;
  private final SqliteStorage storage;

  WriterErrorTest(@TempDir Path root) {
    directory = root.resolve("data");
    storage = open();
    done(storage.put(KEY, new byte[1]));
  }

  private SqliteStorage open() {
    return SqliteStorage.open(
        directory, new ManualStorageClock(), Retention.everything(), disk::attach);
  }

  private void failWriter() {
    disk.failNext(Fault.ERROR);
    assertFails(storage.put(KEY, new byte[2]));
  }

  private static void assertFails(CompletionStage<?> write) {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> done(write))
        .withMessageContainingAll("StackOverflowError", "restart");
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void failsAllWaitingWrites() {
    disk.failNext(Fault.ERROR);

    var writes = new ArrayList<CompletionStage<Long>>();
    for (int i = 0; i < WRITES; i++) {
      writes.add(storage.put(Key.of("key" + i), new byte[1]));
    }

    assertThat(writes).allSatisfy(WriterErrorTest::assertFails);
  }

  @Test
  void failsLaterWrites() {
    failWriter();

    assertFails(storage.put(KEY, new byte[3]));
  }

  @Test
  void failsReadsAndEndsWatches() {
    try (var watch =
        new BlockingWatch(onReadable -> storage.watch(KeyRange.all(), 2, onReadable))) {
      failWriter();

      assertThatExceptionOfType(StorageClosedException.class).isThrownBy(watch::next);
    }
    assertThatExceptionOfType(StorageClosedException.class).isThrownBy(() -> storage.get(KEY));
    assertThatExceptionOfType(StorageClosedException.class)
        .isThrownBy(() -> done(storage.currentRevision()));
  }

  @Test
  void reopensWithAcknowledgedWrites() {
    failWriter();
    storage.close();

    try (var reopened = open()) {
      assertThat(reopened.get(KEY))
          .hasValueSatisfying(entry -> assertThat(entry.value()).hasSize(1));
      assertThat(reopened.check()).isEmpty();
    }
  }
}
