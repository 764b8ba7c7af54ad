package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.sqlite.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database turns out to be damaged while it is open. */
@Timeout(60)
final class DamageTest {
  private static final Key KEY = Key.of("key");
  private static final int KEYS = 50;
  private static final int PAGE_BYTES = 8192;

  private final FaultyDisk disk = new FaultyDisk();
  private final Path directory;
  private SqliteStorage storage;

  DamageTest(@TempDir Path root) {
    directory = root.resolve("data");
    storage = open();
    done(storage.put(KEY, new byte[1]));
  }

  private SqliteStorage open() {
    return SqliteStorage.open(
        directory, new ManualStorageClock(), Retention.everything(), disk::attach);
  }

  private static void assertRejected(CompletionStage<?> write) {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> done(write))
        .withMessageContainingAll("damaged", "listwatch check", "restore a backup");
  }

  @AfterEach
  void close() {
    storage.close();
  }

  /** The writer once opened a new session and went on. */
  @Test
  void writingStopsIfAWriteFindsDamage() {
    disk.failNext(Fault.DAMAGE);
    assertRejected(storage.put(KEY, new byte[2]));

    assertRejected(storage.put(KEY, new byte[3]));

    assertThat(storage.get(KEY)).hasValueSatisfying(entry -> assertThat(entry.value()).hasSize(1));
    assertThat(done(storage.currentRevision())).isEqualTo(2);
  }

  @Test
  void writingStopsIfAReadFindsDamage() throws IOException {
    done(storage.put(KEY, "Z".repeat(100_000).getBytes(US_ASCII)));
    storage.close();
    eraseOnePageOfTheValue();
    storage = open();
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> storage.get(KEY))
        .withMessageContaining("damaged");

    assertRejected(storage.put(KEY, new byte[2]));
  }

  /** Erases a page that only a read of the value needs. */
  private void eraseOnePageOfTheValue() throws IOException {
    Path database = directory.resolve(DataDirectory.DATABASE);
    byte[] content = Files.readAllBytes(database);
    int start = 0;
    while (content[start + PAGE_BYTES / 2] != 'Z' || content[start + PAGE_BYTES - 1] != 'Z') {
      start += PAGE_BYTES;
    }
    Arrays.fill(content, start + PAGE_BYTES, start + 2 * PAGE_BYTES, (byte) 0);
    Files.write(database, content);
  }

  /** A write of such a damaged key once failed all writes of its transaction. */
  @Test
  void keyWithoutItsVersionFailsNoOtherWrites() throws SQLException {
    long last = done(storage.put(Key.of("another"), new byte[1]));
    try (var connection = new Database(storage.database().file()).openWriter()) {
      Database.run(connection, "DELETE FROM log WHERE rev = " + (last - 1));
    }

    var others = new ArrayList<CompletionStage<Long>>();
    var conflicts = new ArrayList<CompletionStage<Long>>();
    for (int i = 0; i < KEYS; i++) {
      others.add(storage.put(Key.of("key" + i), new byte[1]));
      conflicts.add(storage.create(KEY, new byte[1]));
    }

    assertThat(others).allSatisfy(write -> assertThat(done(write)).isGreaterThan(last));
    assertThat(conflicts).allSatisfy(DamageTest::assertRejected);
  }
}
