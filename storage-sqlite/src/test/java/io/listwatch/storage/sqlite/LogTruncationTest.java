package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A long reader keeps the write-ahead log from being truncated. Each attempt once waited for the
 * reader for the whole busy timeout of 10 s, and so did all writes.
 */
@Timeout(120)
final class LogTruncationTest {
  private static final int VALUE_BYTES = 100_000;
  private static final int MAX_LOG_BYTES = 1 << 20;

  /** Writes that exceed the maximum size of the log several times. */
  private static final int MANY = 60;

  private final ManualStorageClock clock = new ManualStorageClock();
  private final RecordedCheckpoints checkpoints = new RecordedCheckpoints();
  private final SqliteStorage storage;

  LogTruncationTest(@TempDir Path root) {
    storage =
        SqliteStorage.open(
            root.resolve("data"),
            clock,
            Retention.everything(),
            database -> {
              database.limitLog(MAX_LOG_BYTES);
              checkpoints.attach(database);
            });
    write(1);
  }

  private void write(int count) {
    for (int i = 0; i < count; i++) {
      done(storage.put(Key.of("key"), new byte[VALUE_BYTES]));
    }
  }

  private Connection startReading() throws SQLException {
    Connection reader = storage.database().openReader();
    reader.setAutoCommit(false);
    assertThat(Database.number(reader, "SELECT count(*) FROM log")).isPositive();
    return reader;
  }

  private long logBytes() throws IOException {
    return Files.size(storage.database().writeAheadLog());
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void writesDoNotWaitForReader() throws Exception {
    try (Connection reader = startReading()) {
      write(MANY);

      assertThat(reader.isClosed()).isFalse();
      assertThat(checkpoints.busyTimeouts()).containsExactly(0L);
      assertThat(logBytes()).isGreaterThan(MAX_LOG_BYTES);
    }
  }

  @Test
  void triesAgainAfterAMinute() throws Exception {
    try (Connection reader = startReading()) {
      write(MANY);
      clock.advance(LogTruncation.PAUSE);
      write(MANY);

      assertThat(reader.isClosed()).isFalse();
      assertThat(checkpoints.busyTimeouts()).containsExactly(0L, 0L);
    }
  }

  @Test
  void truncatesLogOnceReaderIsDone() throws Exception {
    try (Connection reader = startReading()) {
      write(MANY);
      assertThat(reader.isClosed()).isFalse();
    }
    clock.advance(LogTruncation.PAUSE);

    write(MANY);

    assertThat(logBytes()).isLessThan(2 * MAX_LOG_BYTES);
  }
}
