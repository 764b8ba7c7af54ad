package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredFormat;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The tables, and the numbers that identify a file as a database of Listwatch.
 *
 * <pre>
 *   log    one row for each revision: a version of a key, or its deletion (create_rev = 0)
 *   head   one row for each key that exists: its newest version and its expiry time
 *   gap    revisions that were lost or never made; see {@link Recovery}
 *   meta   one row: the database's id; the oldest kept revision; the revision up to which superseded
 *          versions have been removed; the revision that the last jump went to
 * </pre>
 *
 * <p>{@code prev_rev} is the revision of the version that was replaced, zero if the key was absent.
 * So history has the previous entry of each change, and compaction finds superseded versions
 * without a search.
 */
final class Schema {
  /** "LWst" in ASCII. */
  private static final int APPLICATION_ID = 0x4c577374;

  /**
   * The newest format of the database, which is that of its values: both have had the same tables
   * so far.
   */
  static final int FORMAT = StoredFormat.NEWEST.number();

  /** The revision of a storage that was never written to. */
  private static final long FIRST_REVISION = 1;

  private static final String[] TABLES = {
    """
    CREATE TABLE log (
      rev INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      key BLOB NOT NULL,
      create_rev INTEGER NOT NULL,
      prev_rev INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      value BLOB)\
    """,
    "CREATE INDEX log_by_key ON log (key, rev, create_rev)",
    """
    CREATE TABLE head (
      key BLOB PRIMARY KEY,
      rev INTEGER NOT NULL,
      create_rev INTEGER NOT NULL,
      expires_at INTEGER) WITHOUT ROWID\
    """,
    "CREATE INDEX head_by_expiry ON head (expires_at) WHERE expires_at IS NOT NULL",
    "CREATE TABLE gap (first INTEGER PRIMARY KEY, last INTEGER NOT NULL)",
    """
    CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      store TEXT NOT NULL,
      oldest INTEGER NOT NULL,
      swept INTEGER NOT NULL,
      start INTEGER NOT NULL)\
    """
  };

  private Schema() {}

  /** Creates the tables in an empty file. */
  static void create(Connection connection) throws SQLException {
    // Has an effect only before the first table is created. Allows incremental_vacuum.
    Database.run(connection, "PRAGMA auto_vacuum = INCREMENTAL");
    Database.run(connection, "PRAGMA application_id = " + APPLICATION_ID);
    setFormat(connection, StoredFormat.NEWEST);
    for (String table : TABLES) {
      Database.run(connection, table);
    }
    Database.run(
        connection,
        "INSERT INTO meta VALUES (1, '%s', %d, %d, %d)"
            .formatted(UUID.randomUUID(), FIRST_REVISION, FIRST_REVISION, FIRST_REVISION));
  }

  static StoredFormat format(Connection connection) throws SQLException {
    return StoredFormat.of((int) Database.number(connection, "PRAGMA user_version"));
  }

  /** Part of the current transaction, if there is one. */
  static void setFormat(Connection connection, StoredFormat format) throws SQLException {
    Database.run(connection, "PRAGMA user_version = " + format.number());
  }

  /** Rejects a file of another application, or of a format newer than this version knows. */
  static void check(Path file, int application, int format) {
    if (application != APPLICATION_ID) {
      throw new StorageException(
          file
              + ": a database of another program (expected: one of Listwatch; choose another"
              + " directory, or move the file away)");
    }
    if (format > FORMAT || format < 1) {
      throw new StorageException(
          file
              + ": format %d (expected: at most %d; a newer version of Listwatch wrote it: use that"
                  .formatted(format, FORMAT)
              + " one, or restore a backup that this one wrote)");
    }
  }
}
