package io.listwatch.bench.storage;

import io.listwatch.storage.sqlite.SqliteStorage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * The floor for {@link SqliteStorage}: the same statements on its tables, with its settings, on one
 * thread and without code around them.
 */
final class BareSqlite implements AutoCloseable {
  private static final byte[] VALUE = Sample.newValue();

  private final Connection writer;
  private final Connection reader;
  private final PreparedStatement append;
  private final PreparedStatement setHead;
  private final PreparedStatement get;
  private final PreparedStatement range;
  private long revision;

  /**
   * @param directory of a closed storage
   */
  BareSqlite(Path directory) throws SQLException {
    String file = "jdbc:sqlite:" + directory.resolve("listwatch.db");
    writer = openWriter(file);
    reader = openReader(file);
    append = writer.prepareStatement("INSERT INTO log VALUES (?, ?, ?, ?, 0, 0, ?)");
    setHead = writer.prepareStatement("INSERT OR REPLACE INTO head VALUES (?, ?, ?, NULL)");
    String columns = "SELECT l.key, l.rev, l.create_rev, l.expires, l.value FROM head h";
    get = reader.prepareStatement(columns + " JOIN log l ON l.rev = h.rev WHERE h.key = ?");
    range =
        reader.prepareStatement(
            columns + " CROSS JOIN log l ON l.rev = h.rev ORDER BY h.key LIMIT ?");
    writer.setAutoCommit(false);
    revision = newestRevision();
  }

  private static Connection openWriter(String file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setCacheSize(-(32 << 10));
    Connection connection = config.createConnection(file);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA fullfsync = 1");
      statement.execute("PRAGMA checkpoint_fullfsync = 1");
      statement.execute("PRAGMA wal_autocheckpoint = 4096");
      statement.execute("PRAGMA journal_size_limit = " + 4096 * 8192);
    }
    return connection;
  }

  private static Connection openReader(String file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setCacheSize(-(8 << 10));
    return config.createConnection(file);
  }

  private long newestRevision() throws SQLException {
    try (var statement = reader.createStatement();
        var rows = statement.executeQuery("SELECT coalesce(max(rev), 1) FROM log")) {
      return rows.getLong(1);
    }
  }

  /** Inserts new keys and commits, which waits for the disk. */
  void insert(int firstIndex, int count) throws SQLException {
    long time = System.currentTimeMillis();
    for (int i = 0; i < count; i++) {
      byte[] key = Sample.key(firstIndex + i).bytes();
      revision++;
      append.setLong(1, revision);
      append.setLong(2, time);
      append.setBytes(3, key);
      append.setLong(4, revision);
      append.setBytes(5, VALUE);
      append.executeUpdate();
      setHead.setBytes(1, key);
      setHead.setLong(2, revision);
      setHead.setLong(3, revision);
      setHead.executeUpdate();
    }
    writer.commit();
  }

  /** Returns the number of entries: one or none. */
  int get(byte[] key) throws SQLException {
    get.setBytes(1, key);
    return count(get);
  }

  /** Returns the number of entries. */
  int range(int limit) throws SQLException {
    range.setInt(1, limit);
    return count(range);
  }

  /** Reads every column, as code that creates entries must. */
  private static int count(PreparedStatement query) throws SQLException {
    int entries = 0;
    try (var rows = query.executeQuery()) {
      while (rows.next()) {
        boolean whole =
            rows.getBytes(1).length > 0
                && rows.getLong(2) > 0
                && rows.getLong(3) > 0
                && rows.getInt(4) == 0
                && rows.getBytes(5).length > 0;
        entries += whole ? 1 : 0;
      }
    }
    return entries;
  }

  @Override
  public void close() throws SQLException {
    reader.close();
    writer.close();
  }
}
