package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another process holds a read snapshot, so that a part of the database stays in its write-ahead
 * log. Such a database was once reported as damaged, because the file is shorter than the database.
 */
@Timeout(120)
final class OtherReaderTest {
  private static final int WRITES = 50;
  private static final int VALUE_BYTES = 20_000;

  private final Path directory;
  private final Path database;
  private final Path temporary;

  private @Nullable Child reader;

  OtherReaderTest(@TempDir Path root) throws IOException {
    directory = root.resolve("data");
    database = directory.resolve("listwatch.db");
    temporary = Files.createDirectory(root.resolve("tmp"));
  }

  private SqliteStorage open() {
    return SqliteStorage.open(directory, new ManualStorageClock(), Retention.everything());
  }

  /** Writes before and after another process has begun to read, and closes the storage. */
  private void writeAroundReader() throws IOException {
    try (var storage = open()) {
      write(storage, 0);
      reader = Child.start(ReadingProgram.class, temporary, List.of(), database.toString());
      assertThat(reader.output().readLine()).isEqualTo(Integer.toString(WRITES));
      write(storage, WRITES);
    }
  }

  @AfterEach
  void endReader() {
    if (reader != null) {
      reader.close();
    }
  }

  private static void write(SqliteStorage storage, int first) {
    for (int i = first; i < first + WRITES; i++) {
      done(storage.create(Key.of("key" + i), new byte[VALUE_BYTES]));
    }
  }

  private void assertSound() {
    try (var storage = open()) {
      for (int i = 0; i < 2 * WRITES; i++) {
        assertThat(storage.get(Key.of("key" + i))).as("key%d", i).isPresent();
      }
      assertThat(History.after(storage, 1)).hasSize(2 * WRITES);
      assertThat(storage.check()).isEmpty();
    }
  }

  @Test
  void opensWithOtherReaderAfterClose() throws IOException {
    writeAroundReader();
    assertThat(Files.size(database)).isLessThan(2L * WRITES * VALUE_BYTES);

    assertSound();
  }

  @Test
  void opensWithOtherReaderAfterCrash() throws IOException {
    writeAroundReader();
    var marks = new RevisionFile(directory);
    Mark closed = marks.read().orElseThrow();
    marks.write(new Mark(closed.store(), State.OPEN, closed.revision()));

    assertSound();
  }
}
