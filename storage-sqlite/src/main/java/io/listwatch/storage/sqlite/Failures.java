package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** Translates SQLite's errors into {@link StorageException}s with advice. */
final class Failures {
  /** Mask for the primary result code, the low byte of an extended one. */
  private static final int KIND = 0xff;

  private static final int PERM = 3;
  private static final int READONLY = 8;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANTOPEN = 14;
  private static final int NOTADB = 26;

  private final Path directory;

  Failures(Path directory) {
    this.directory = directory;
  }

  StorageException explain(SQLException cause) {
    return switch (kind(cause)) {
      case CORRUPT, NOTADB -> damaged(cause);
      case PERM, READONLY, CANTOPEN ->
          new StorageException(
              directory
                  + ": cannot be written (expected: a directory whose files this user may read and"
                  + " write; fix the permissions or choose another directory)",
              cause);
      case FULL ->
          new StorageUnavailableException(
              directory + ": the disk is full; nothing was written. Free some space and retry",
              cause);
      default ->
          new StorageUnavailableException(
              directory + ": SQLite failed: " + cause.getMessage(), cause);
    };
  }

  /**
   * Explains the failure of a COMMIT, which may have taken effect: if syncing the write-ahead log
   * failed, its frames may still be found when the database is reopened. If the disk is full, the
   * outcome is certain: the last frame is missing, so nothing took effect.
   */
  StorageException explainCommit(SQLException cause) {
    return explain(cause) instanceof StorageUnavailableException unavailable && kind(cause) != FULL
        ? new UnknownOutcomeException(
            unavailable.getMessage() + "; the write may have happened", cause)
        : explain(cause);
  }

  /**
   * Used only if SQLite reports corruption or the file is certainly too short: restoring a backup
   * loses all later writes.
   */
  private StorageException damaged(SQLException cause) {
    return new StorageException(
        directory
            + ": the database is damaged ("
            + cause.getMessage()
            + "). Restore a backup into the directory; its files were not changed",
        cause);
  }

  /** True if SQLite reports that the file is damaged. Writing more to it could make that worse. */
  static boolean isDamage(SQLException cause) {
    int kind = kind(cause);
    return kind == CORRUPT || kind == NOTADB;
  }

  /** Explains damage that was found while the storage was in use. */
  StorageException writingStopped(SQLException cause) {
    return new StorageException(
        directory
            + ": the database is damaged ("
            + cause.getMessage()
            + "), so nothing more is written to it. Stop the server, run 'listwatch check', and"
            + " restore a backup into the directory",
        cause);
  }

  private static int kind(SQLException cause) {
    return cause instanceof SQLiteException e ? e.getResultCode().code & KIND : 0;
  }
}
