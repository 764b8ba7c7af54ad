package io.listwatch.storage.sqlite;

import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangeDigest;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.StoredEntry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A read-only connection with its prepared statements. Each call reads in a transaction of its own;
 * none stays open between calls. For one thread at a time.
 */
final class ReadSession implements AutoCloseable {
  /** Maximum bytes of values in a page of a range, exceeded by at most one value. */
  private static final long MAX_RANGE_BYTES = 8L << 20;

  /**
   * Maximum bytes of values in a page of history, exceeded by at most one revision. Each watch that
   * lags may hold one page.
   */
  private static final long MAX_HISTORY_BYTES = 256L << 10;

  private static final int MAX_HISTORY_CHANGES = 100;

  /** Maximum number of revisions scanned for one page, even if few of them are in the range. */
  private static final int MAX_HISTORY_SCANNED = 5_000;

  /** Greater than every key. */
  private static final byte[] END = new byte[Key.MAX_BYTES + 2];

  static {
    Arrays.fill(END, (byte) 0xff);
  }

  private final Connection connection;
  private final Sql lastRevision;
  private final Sql version;
  private final Sql now;
  private final Sql at;
  private final Sql rangeNow;
  private final Sql rangeAt;
  private final Sql countNow;
  private final Sql countAt;
  private final Sql digestNow;
  private final Sql digestAt;
  private final Sql expiry;
  private final Sql historyEnd;
  private final Sql history;

  /**
   * A page of the history of a range.
   *
   * @param end the page has all changes up to this revision
   */
  record HistoryPage(List<ChangeSet> changes, long end) {}

  /** Opens a connection, which is closed again if its statements cannot be prepared. */
  static ReadSession open(Database database) throws SQLException {
    Connection connection = database.openReader();
    boolean prepared = false;
    try {
      var session = new ReadSession(database, connection);
      prepared = true;
      return session;
    } finally {
      if (!prepared) {
        connection.close();
      }
    }
  }

  private ReadSession(Database database, Connection connection) throws SQLException {
    this.connection = connection;
    lastRevision =
        database.prepare(
            connection, "SELECT max(start, coalesce((SELECT max(rev) FROM log), 0)) FROM meta");
    version =
        database.prepare(
            connection, "SELECT key, rev, create_rev, expires, value FROM log WHERE rev = ?");
    now =
        database.prepare(
            connection,
            "SELECT l.key, l.rev, l.create_rev, l.expires, l.value"
                + " FROM head h JOIN log l ON l.rev = h.rev WHERE h.key = ?");
    at =
        database.prepare(
            connection,
            "SELECT key, rev, create_rev, expires, value FROM log"
                + " WHERE key = ? AND rev <= ? ORDER BY rev DESC LIMIT 1");
    rangeNow =
        database.prepare(
            connection,
            "SELECT l.key, l.rev, l.create_rev, l.expires, l.value"
                + " FROM head h CROSS JOIN log l ON l.rev = h.rev"
                + " WHERE h.key >= ? AND h.key < ? ORDER BY h.key LIMIT ?");
    // In SQLite, a bare column next to max() comes from the row that has the maximum.
    rangeAt =
        database.prepare(
            connection,
            "SELECT max(rev), create_rev FROM log WHERE key >= ? AND key < ? AND rev <= ?"
                + " GROUP BY key HAVING create_rev > 0 ORDER BY key");
    countNow = database.prepare(connection, "SELECT count(*) FROM head WHERE key >= ? AND key < ?");
    countAt =
        database.prepare(
            connection,
            "SELECT count(*) FROM (SELECT max(rev), create_rev FROM log"
                + " WHERE key >= ? AND key < ? AND rev <= ? GROUP BY key HAVING create_rev > 0)");
    digestNow =
        database.prepare(connection, "SELECT key, rev FROM head WHERE key >= ? AND key < ?");
    digestAt =
        database.prepare(
            connection,
            "SELECT key, max(rev), create_rev FROM log"
                + " WHERE key >= ? AND key < ? AND rev <= ? GROUP BY key HAVING create_rev > 0");
    expiry = database.prepare(connection, "SELECT coalesce(expires_at, 0) FROM head WHERE key = ?");
    historyEnd =
        database.prepare(
            connection,
            "SELECT max(rev) FROM"
                + " (SELECT rev FROM log WHERE rev > ? AND rev <= ? ORDER BY rev LIMIT ?)");
    history =
        database.prepare(
            connection,
            "SELECT l.key, l.rev, l.create_rev, l.expires, l.value, l.prev_rev,"
                + " p.rev, p.create_rev, p.expires, p.value"
                + " FROM log l NOT INDEXED LEFT JOIN log p ON p.rev = l.prev_rev"
                + " WHERE l.rev > ? AND l.rev <= ? AND l.key >= ? AND l.key < ?"
                + " ORDER BY l.rev LIMIT ?");
  }

  @Nullable StoredEntry now(Key key) throws SQLException {
    return entry(now.set(1, key.bytes()));
  }

  @Nullable StoredEntry at(Key key, long revision) throws SQLException {
    return entry(at.set(1, key.bytes()).set(2, revision));
  }

  /** Returns the version that a revision wrote; null if it is not kept. */
  @Nullable StoredEntry version(long revision) throws SQLException {
    return entry(version.set(1, revision));
  }

  /** Null if there is no row, or if it is a deletion. */
  private static @Nullable StoredEntry entry(Sql sql) throws SQLException {
    try (var rows = sql.query()) {
      return rows.next() && rows.getLong(3) > 0 ? entry(rows) : null;
    }
  }

  private static StoredEntry entry(ResultSet rows) throws SQLException {
    return entry(rows, Key.of(rows.getBytes(1)), 2);
  }

  private static StoredEntry entry(ResultSet rows, Key key, int column) throws SQLException {
    return new StoredEntry(
        key,
        rows.getBytes(column + 3),
        rows.getLong(column + 1),
        rows.getLong(column),
        rows.getInt(column + 2) != 0);
  }

  /** Returns the first entries of a range and the current revision, in one transaction. */
  RangePage rangeNow(KeyRange range, int limit) throws SQLException {
    return inTransaction(() -> rangeNow(range, limit, lastRevision.number()));
  }

  RangePage rangeAt(KeyRange range, int limit, long revision) throws SQLException {
    return inTransaction(
        () ->
            revision == lastRevision.number()
                ? rangeNow(range, limit, revision)
                : rangePast(range, limit, revision));
  }

  private RangePage rangeNow(KeyRange range, int limit, long revision) throws SQLException {
    var entries = new PageBuilder(range, limit, revision);
    try (var rows = bounded(rangeNow, range).set(3, limit + 1L).query()) {
      while (rows.next() && entries.hasRoom()) {
        entries.add(entry(rows));
      }
    }
    return entries.page();
  }

  private RangePage rangePast(KeyRange range, int limit, long revision) throws SQLException {
    var entries = new PageBuilder(range, limit, revision);
    try (var rows = bounded(rangeAt, range).set(3, revision).query()) {
      while (rows.next() && entries.hasRoom()) {
        StoredEntry entry = version(rows.getLong(1));
        if (entry != null) {
          entries.add(entry);
        }
      }
    }
    return entries.page();
  }

  /** Collects entries until the page is full, and records whether another one follows. */
  private static final class PageBuilder {
    private final KeyRange range;
    private final int limit;
    private final long revision;
    private final List<StoredEntry> entries = new ArrayList<>();
    private long bytes;
    private boolean more;

    private PageBuilder(KeyRange range, int limit, long revision) {
      this.range = range;
      this.limit = limit;
      this.revision = revision;
    }

    /** Called when there is one more entry to add. */
    private boolean hasRoom() {
      more = entries.size() == limit || bytes >= MAX_RANGE_BYTES;
      return !more;
    }

    private void add(StoredEntry entry) {
      entries.add(entry);
      bytes += entry.value().length;
    }

    private RangePage page() {
      return more ? RangePage.first(revision, entries, range) : RangePage.last(revision, entries);
    }
  }

  long count(KeyRange range) throws SQLException {
    return bounded(countNow, range).number();
  }

  long countAt(KeyRange range, long revision) throws SQLException {
    return bounded(countAt, range).set(3, revision).number();
  }

  RangeDigest digestAt(KeyRange range, long revision) throws SQLException {
    return inTransaction(
        () ->
            revision == lastRevision.number()
                ? digest(bounded(digestNow, range))
                : digest(bounded(digestAt, range).set(3, revision)));
  }

  private static RangeDigest digest(Sql keysAndRevisions) throws SQLException {
    RangeDigest digest = RangeDigest.EMPTY;
    try (var rows = keysAndRevisions.query()) {
      while (rows.next()) {
        digest = digest.with(Key.of(rows.getBytes(1)), rows.getLong(2));
      }
    }
    return digest;
  }

  private static Sql bounded(Sql sql, KeyRange range) throws SQLException {
    return bounded(sql, range, 1);
  }

  private static Sql bounded(Sql sql, KeyRange range, int parameter) throws SQLException {
    return sql.set(parameter, range.from().bytes())
        .set(parameter + 1, range.to().map(Key::bytes).orElse(END));
  }

  /**
   * Returns the expiry time of a key in epoch milliseconds; empty if it does not expire or is
   * absent.
   */
  OptionalLong expiry(Key key) throws SQLException {
    long millis = expiry.set(1, key.bytes()).number();
    return millis == 0 ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  /**
   * Returns the first changes to a range after the revision {@code after}, up to {@code upTo}.
   *
   * @return null if a previous version is no longer kept
   */
  @Nullable HistoryPage history(KeyRange range, long after, long upTo) throws SQLException {
    long last = historyEnd.set(1, after).set(2, upTo).set(3, MAX_HISTORY_SCANNED).number();
    if (last == 0) {
      return new HistoryPage(List.of(), upTo);
    }
    var changes = new ArrayList<ChangeSet>();
    long bytes = 0;
    history.set(1, after).set(2, last);
    try (var rows = bounded(history, range, 3).set(5, MAX_HISTORY_CHANGES).query()) {
      while (rows.next()) {
        ChangeSet change = change(rows);
        if (change == null) {
          return null;
        }
        changes.add(change);
        bytes += rows.getBytes(5).length;
        if (changes.size() == MAX_HISTORY_CHANGES || bytes >= MAX_HISTORY_BYTES) {
          return new HistoryPage(changes, change.revision());
        }
      }
    }
    return new HistoryPage(changes, last);
  }

  private static @Nullable ChangeSet change(ResultSet rows) throws SQLException {
    Key key = Key.of(rows.getBytes(1));
    long revision = rows.getLong(2);
    long previousRevision = rows.getLong(6);
    StoredEntry current = rows.getLong(3) > 0 ? entry(rows, key, 2) : null;
    StoredEntry previous = rows.getLong(7) > 0 ? entry(rows, key, 7) : null;
    if (previousRevision > 0 && previous == null) {
      return null;
    }
    var entry = new LogEntry(revision, key, current, previousRevision);
    return new ChangeSet(revision, List.of(entry.change(previous)));
  }

  private <T> T inTransaction(Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      return work.run();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private interface Work<T> {
    T run() throws SQLException;
  }

  Connection connection() {
    return connection;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
