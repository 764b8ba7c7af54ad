package io.listwatch.storage.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * A database file. Opens the connections to it.
 *
 * <p>Thread-safe. A connection is for one thread at a time.
 */
final class Database {
  /**
   * A page of this size holds three values of 2 KB. SQLite's default of 4 KiB holds only one, and
   * each write would cost twice its bytes.
   */
  private static final int PAGE_BYTES = 8192;

  /** Cache size of each connection. Other pages are in the operating system's page cache. */
  private static final int CACHE_KIB = 8 << 10;

  /** Number of pages in the write-ahead log after which a commit runs a checkpoint: 32 MiB. */
  private static final int CHECKPOINT_PAGES = 4096;

  /**
   * Busy timeout. It is needed only while another process opens or closes the file, because no
   * other process writes to it. A checkpoint does not wait.
   */
  static final int BUSY_MILLIS = 10_000;

  private final Path file;
  private final LongAdder runs = new LongAdder();

  /** Maximum size of the file in pages; zero for no limit. For tests of a full disk. */
  private volatile long maxPages;

  /** Size of the write-ahead log from which {@link LogTruncation} tries to truncate it. */
  private volatile long maxLogBytes = 256L << 20;

  /** For tests of a failing disk. */
  private volatile UnaryOperator<Connection> writerWrapper = UnaryOperator.identity();

  Database(Path file) {
    this.file = file;
  }

  /** Returns the name of the database's directory. */
  String name() {
    Path directory = file.getParent();
    return directory == null ? "" : String.valueOf(directory.getFileName());
  }

  Path file() {
    return file;
  }

  Path writeAheadLog() {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  /** Returns the number of statements run. */
  long runs() {
    return runs.sum();
  }

  void limitPages(long max) {
    maxPages = max;
  }

  long maxLogBytes() {
    return maxLogBytes;
  }

  void limitLog(long maxBytes) {
    maxLogBytes = maxBytes;
  }

  /** Wraps each connection that {@link #openWriter} returns from now on. */
  void wrapWriters(UnaryOperator<Connection> wrapper) {
    writerWrapper = wrapper;
  }

  /** Opens a connection that syncs every commit to the disk before it returns. */
  Connection openWriter() throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    Connection connection = open(config);
    boolean opened = false;
    try {
      run(connection, "PRAGMA fullfsync = 1");
      run(connection, "PRAGMA checkpoint_fullfsync = 1");
      run(connection, "PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
      run(connection, "PRAGMA journal_size_limit = " + (long) CHECKPOINT_PAGES * PAGE_BYTES);
      if (maxPages > 0) {
        run(connection, "PRAGMA max_page_count = " + maxPages);
      }
      opened = true;
      return writerWrapper.apply(connection);
    } finally {
      if (!opened) {
        connection.close();
      }
    }
  }

  /** Opens a connection to an empty file, to create a database in it. */
  Connection openNew() throws SQLException {
    var config = new SQLiteConfig();
    config.setSynchronous(SynchronousMode.FULL);
    return open(config);
  }

  Connection openReader() throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    return open(config);
  }

  private Connection open(SQLiteConfig config) throws SQLException {
    config.setPageSize(PAGE_BYTES);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  Sql prepare(Connection connection, String text) throws SQLException {
    return new Sql(connection, text, runs);
  }

  /** Runs one statement and reads all of its rows. */
  static void run(Connection connection, String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      if (statement.execute(text)) {
        try (var rows = statement.getResultSet()) {
          while (rows.next()) {
            // Some pragmas do one step of their work for each row.
          }
        }
      }
    }
  }

  /** Returns the first column of the first row. */
  static long number(Connection connection, String text) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(text)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
