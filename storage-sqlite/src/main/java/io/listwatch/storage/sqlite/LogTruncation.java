package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageClock;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Truncates the write-ahead log when it is larger than {@link Database#maxLogBytes}.
 *
 * <p>SQLite restarts the log by itself unless a connection always reads an old part of it. A single
 * long reader, such as a backup, prevents the truncation, too. Writes do not wait for that reader:
 * the log grows until it is done, and the next attempt is a minute later.
 *
 * <p>Threads: the writer's.
 */
final class LogTruncation {
  /** Time between two attempts while a reader prevents the truncation. */
  static final Duration PAUSE = Duration.ofMinutes(1);

  private static final Logger log = LoggerFactory.getLogger(LogTruncation.class);

  /** Number of size checks while the write-ahead log grows to its maximum. */
  private static final int LOG_CHECKS = 8;

  private final Database database;
  private final RenewableSession session;
  private final StorageClock clock;

  private long bytesSinceCheck;

  /** The time of the last attempt, if a reader prevented it. */
  private @Nullable Instant prevented;

  LogTruncation(Database database, RenewableSession session, StorageClock clock) {
    this.database = database;
    this.session = session;
    this.clock = clock;
  }

  /**
   * Called after each commit. Checks the size of the log once enough has been written. If this
   * throws, discard the session.
   *
   * @param bytes number of bytes committed
   */
  void committed(long bytes) throws IOException, SQLException {
    bytesSinceCheck += bytes;
    if (bytesSinceCheck < database.maxLogBytes() / LOG_CHECKS) {
      return;
    }
    bytesSinceCheck = 0;
    long size = Files.size(database.writeAheadLog());
    if (size > database.maxLogBytes() && !paused()) {
      truncate(size);
    }
  }

  /** Returns false also if the clock was set back, so that the pause cannot become longer. */
  private boolean paused() {
    Instant now = clock.now();
    return prevented != null && !now.isBefore(prevented) && now.isBefore(prevented.plus(PAUSE));
  }

  private void truncate(long size) throws SQLException {
    if (session.get().tryTruncatingCheckpoint()) {
      prevented = null;
      return;
    }
    prevented = clock.now();
    log.warn(
        "{} has {} MiB and grows, because another connection, such as a backup, reads an old"
            + " snapshot of the database; it is truncated after that connection is done",
        database.writeAheadLog(),
        size >> 20);
  }
}
