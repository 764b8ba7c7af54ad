package io.listwatch.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.StorageMigration;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.StoredValue;
import io.listwatch.storage.ValueCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The format of a database, and a database of a server that knew only format 1. */
final class StoredFormatTest {
  private static final Key KEY = Key.of("core/configmaps/default/made-in-format-1");

  @TempDir private Path root = Path.of("");
  private Path directory = Path.of("");

  @BeforeEach
  void nameDirectory() {
    directory = root.resolve("data");
  }

  private SqliteStorage open() {
    return SqliteStorage.open(directory, new ManualStorageClock());
  }

  /** Puts the files that a server of format 1 left into the directory. */
  private void extractFormat1() throws IOException {
    Files.createDirectory(directory);
    for (String file : List.of("listwatch.db", "revisions")) {
      try (var in = StoredFormatTest.class.getResourceAsStream("/format-1/" + file)) {
        Files.write(directory.resolve(file), in.readAllBytes());
      }
    }
  }

  private int formatInFile() throws IOException {
    byte[] header = Files.readAllBytes(directory.resolve("listwatch.db"));
    return ByteBuffer.wrap(header).getInt(60);
  }

  private static String json(StoredEntry entry) {
    return new String(StoredValue.decode(entry).json(), UTF_8);
  }

  @Test
  void newDatabaseHasTheNewestFormat() {
    try (var storage = open()) {
      assertThat(storage.format()).isEqualTo(StoredFormat.NEWEST);
    }
  }

  @Test
  void formatSurvivesReopening() {
    try (var storage = open()) {
      storage.setFormat(StoredFormat.JSON).toCompletableFuture().join();
      assertThat(storage.format()).isEqualTo(StoredFormat.JSON);
    }

    try (var storage = open()) {
      assertThat(storage.format()).isEqualTo(StoredFormat.JSON);
    }
  }

  /** An older version reads the header of the file before it opens the database. */
  @Test
  void formatIsInTheFileWhileTheDatabaseIsOpen() throws IOException {
    try (var storage = open()) {
      storage.setFormat(StoredFormat.JSON).toCompletableFuture().join();
      storage.put(KEY, new byte[] {1}).toCompletableFuture().join();

      assertThat(formatInFile()).isEqualTo(1);
    }
  }

  @Test
  void readsDatabaseOfFormat1() throws IOException {
    extractFormat1();

    try (var storage = open()) {
      assertThat(storage.format()).isEqualTo(StoredFormat.JSON);
      assertThat(storage.check()).isEmpty();
      assertThat(json(storage.get(KEY).orElseThrow())).contains("\"made-in-format-1\"");
      assertThat(new ValueCheck(storage, passed -> {}).run()).isEmpty();
    }
  }

  @Test
  void migratesDatabaseOfFormat1() throws IOException {
    extractFormat1();

    try (var storage = open()) {
      String before = json(storage.get(KEY).orElseThrow());
      long objects = storage.count(KeyRange.all());

      var result = new StorageMigration(storage, StoredFormat.CHECKED, passed -> {}).run();

      assertThat(result.rewritten()).isEqualTo(objects);
      assertThat(result.left()).isZero();
      assertThat(json(storage.get(KEY).orElseThrow())).isEqualTo(before);
      assertThat(StoredValue.format(storage.get(KEY).orElseThrow()))
          .isEqualTo(StoredFormat.CHECKED);
      assertThat(formatInFile()).isEqualTo(2);
    }
  }
}
