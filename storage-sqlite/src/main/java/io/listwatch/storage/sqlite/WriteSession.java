package io.listwatch.storage.sqlite;

import io.listwatch.storage.Key;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The write connection with its prepared statements. A transaction is always open; it costs nothing
 * before its first statement. Writer thread only.
 */
final class WriteSession implements AutoCloseable {
  private final Connection connection;
  private final Sql head;
  private final Sql version;
  private final Sql append;
  private final Sql setHead;
  private final Sql setExpiringHead;
  private final Sql removeHead;
  private final Sql due;
  private final Sql firstExpiry;
  private final Sql times;
  private final Sql limitTimes;
  private final Sql sweepEnd;
  private final Sql removeSuperseded;
  private final Sql removeDeletions;
  private final Sql setOldest;
  private final Sql setMarks;
  private final Sql setStart;
  private final Sql freePages;
  private final Sql pages;
  private final Sql valueLength;
  private final long pageBytes;

  /** A key's newest version. */
  record Head(long revision, long createRevision) {}

  /** The time at which a revision was made. */
  record Time(long revision, long millis) {}

  /** Opens a connection, which is closed again if its statements cannot be prepared. */
  static WriteSession open(Database database) throws SQLException {
    Connection connection = database.openWriter();
    boolean prepared = false;
    try {
      var session = new WriteSession(database, connection);
      prepared = true;
      return session;
    } finally {
      if (!prepared) {
        connection.close();
      }
    }
  }

  private WriteSession(Database database, Connection connection) throws SQLException {
    this.connection = connection;
    head = database.prepare(connection, "SELECT rev, create_rev FROM head WHERE key = ?");
    version =
        database.prepare(connection, "SELECT create_rev, expires, value FROM log WHERE rev = ?");
    append = database.prepare(connection, "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)");
    setHead = database.prepare(connection, "INSERT OR REPLACE INTO head VALUES (?, ?, ?, NULL)");
    setExpiringHead =
        database.prepare(connection, "INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)");
    removeHead = database.prepare(connection, "DELETE FROM head WHERE key = ?");
    due =
        database.prepare(
            connection,
            "SELECT key FROM head WHERE expires_at <= ? ORDER BY expires_at, key LIMIT ?");
    firstExpiry =
        database.prepare(
            connection, "SELECT min(expires_at) FROM head WHERE expires_at IS NOT NULL");
    times =
        database.prepare(
            connection, "SELECT rev, time FROM log WHERE rev > ? ORDER BY rev LIMIT ?");
    limitTimes = database.prepare(connection, "UPDATE log SET time = ? WHERE rev > ? AND time > ?");
    sweepEnd =
        database.prepare(
            connection,
            "SELECT max(rev) FROM"
                + " (SELECT rev FROM log WHERE rev > ? AND rev <= ? ORDER BY rev LIMIT ?)");
    removeSuperseded =
        database.prepare(
            connection,
            "DELETE FROM log WHERE rev IN"
                + " (SELECT prev_rev FROM log WHERE rev > ? AND rev <= ? AND prev_rev > 0)");
    removeDeletions =
        database.prepare(
            connection, "DELETE FROM log WHERE rev > ? AND rev <= ? AND create_rev = 0");
    setOldest = database.prepare(connection, "UPDATE meta SET oldest = ?");
    setMarks = database.prepare(connection, "UPDATE meta SET oldest = ?, swept = ?");
    setStart = database.prepare(connection, "UPDATE meta SET oldest = ?, start = ?");
    freePages = database.prepare(connection, "PRAGMA freelist_count");
    pages = database.prepare(connection, "PRAGMA page_count");
    valueLength = database.prepare(connection, "SELECT length(value) FROM log WHERE rev = ?");
    pageBytes = Database.number(connection, "PRAGMA page_size");
    connection.setAutoCommit(false);
  }

  /** Null if the key does not exist. */
  @Nullable Head head(byte[] key) throws SQLException {
    try (var rows = head.set(1, key).query()) {
      return rows.next() ? new Head(rows.getLong(1), rows.getLong(2)) : null;
    }
  }

  /**
   * Returns the version that a revision wrote.
   *
   * @throws StorageException if the log lacks it
   */
  StoredEntry version(Key key, long revision) throws SQLException {
    try (var rows = version.set(1, revision).query()) {
      if (!rows.next()) {
        throw new StorageException(
            "key: %s has no version in the log (expected: revision %d). The database is damaged: run 'listwatch check', and restore a backup"
                .formatted(key, revision));
      }
      byte[] value = rows.getBytes(3);
      return new StoredEntry(key, value, rows.getLong(1), revision, rows.getInt(2) != 0);
    }
  }

  void append(
      long revision,
      long time,
      byte[] key,
      long createRevision,
      long previous,
      boolean expires,
      byte[] value)
      throws SQLException {
    append
        .set(1, revision)
        .set(2, time)
        .set(3, key)
        .set(4, createRevision)
        .set(5, previous)
        .set(6, expires ? 1 : 0)
        .set(7, value)
        .update();
  }

  void setHead(byte[] key, long revision, long createRevision) throws SQLException {
    setHead.set(1, key).set(2, revision).set(3, createRevision).update();
  }

  void setHead(byte[] key, long revision, long createRevision, long expiresAt) throws SQLException {
    setExpiringHead.set(1, key).set(2, revision).set(3, createRevision).set(4, expiresAt).update();
  }

  void removeHead(byte[] key) throws SQLException {
    removeHead.set(1, key).update();
  }

  /** Returns the keys that have expired at {@code time}, earliest first. */
  List<Key> due(long time, int limit) throws SQLException {
    var keys = new ArrayList<Key>();
    try (var rows = due.set(1, time).set(2, limit).query()) {
      while (rows.next()) {
        keys.add(Key.of(rows.getBytes(1)));
      }
    }
    return keys;
  }

  /** Returns the earliest expiry time in epoch milliseconds; zero if no key expires. */
  long firstExpiry() throws SQLException {
    return firstExpiry.number();
  }

  /** Returns the times of the first revisions after {@code after}. */
  List<Time> times(long after, int limit) throws SQLException {
    var found = new ArrayList<Time>();
    try (var rows = times.set(1, after).set(2, limit).query()) {
      while (rows.next()) {
        found.add(new Time(rows.getLong(1), rows.getLong(2)));
      }
    }
    return found;
  }

  /** Sets the times of revisions after {@code after} to {@code millis} if they are later. */
  void limitTimes(long after, long millis) throws SQLException {
    limitTimes.set(1, millis).set(2, after).set(3, millis).update();
  }

  /**
   * Removes rows that no read at {@code upTo} or later can see: the versions that the next {@code
   * limit} revisions replaced, and deletions.
   *
   * @param swept rows up to this revision have been removed before
   * @return the revision up to which rows are removed now
   */
  long sweep(long swept, long upTo, int limit) throws SQLException {
    long end = sweepEnd.set(1, swept).set(2, upTo).set(3, limit).number();
    if (end == 0) {
      return upTo;
    }
    removeSuperseded.set(1, swept).set(2, end).update();
    removeDeletions.set(1, swept).set(2, end).update();
    return end;
  }

  void setOldest(long revision) throws SQLException {
    setOldest.set(1, revision).update();
  }

  void setMarks(long oldest, long swept) throws SQLException {
    setMarks.set(1, oldest).set(2, swept).update();
  }

  void setStart(long revision) throws SQLException {
    setStart.set(1, revision).set(2, revision).update();
  }

  long freePages() throws SQLException {
    return freePages.number();
  }

  long pages() throws SQLException {
    return pages.number();
  }

  /** Returns the bytes of all pages that are not free. */
  long usedBytes() throws SQLException {
    return (pages() - freePages()) * pageBytes;
  }

  /** Returns the length of the value that a revision wrote; zero if the log lacks it. */
  long valueLength(long revision) throws SQLException {
    return valueLength.set(1, revision).number();
  }

  /** Returns free pages to the file system. */
  void vacuum(int count) throws SQLException {
    Database.run(connection, "PRAGMA incremental_vacuum(" + count + ")");
  }

  /** Commits and syncs to the disk. */
  void commit() throws SQLException {
    connection.commit();
  }

  /**
   * Runs a PASSIVE checkpoint, which moves as much of the write-ahead log into the file as readers
   * allow, without waiting for them.
   *
   * @return whether the file holds everything; false if another connection reads an older snapshot
   */
  boolean passiveCheckpoint() throws SQLException {
    return checkpoint("PASSIVE");
  }

  /**
   * Runs a TRUNCATE checkpoint, which truncates the write-ahead log, without waiting for readers.
   *
   * @return false if another connection reads a part of the log, which then keeps its size
   */
  boolean tryTruncatingCheckpoint() throws SQLException {
    return checkpoint("TRUNCATE");
  }

  private boolean checkpoint(String mode) throws SQLException {
    try {
      connection.setAutoCommit(true);
      Database.run(connection, "PRAGMA busy_timeout = 0");
      try (var statement = connection.createStatement();
          var row = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
        // The columns: busy; frames in the log; frames that have been checkpointed.
        return row.next() && row.getInt(1) == 0 && row.getInt(2) == row.getInt(3);
      } finally {
        Database.run(connection, "PRAGMA busy_timeout = " + Database.BUSY_MILLIS);
      }
    } finally {
      connection.setAutoCommit(false);
    }
  }

  Connection connection() {
    return connection;
  }

  /** Closes the connection and rolls back uncommitted changes. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
