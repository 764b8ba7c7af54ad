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
 * A database file and how connections to it are made.
 *
 * <p>Thread-safe. A connection is for one thread at a time.
 */
final class Database {
  /**
   * Three values of 2 KB fit into a page of this size; into SQLite's own 4 KiB only one does, and
   * each write would cost twice its bytes.
   */
  private static final int PAGE_BYTES = 8192;

  /** Of each connection. What does not fit is in the operating system's cache. */
  private static final int CACHE_KIB = 8 << 10;

  /** Pages after which a commit moves the write-ahead log into the file: 32 MiB. */
  private static final int CHECKPOINT_PAGES = 4096;

  /** Bounds what happens when the log is started anew; nobody else has the file open. */
  private static final int BUSY_MILLIS = 10_000;

  private final Path file;
  private final LongAdder runs = new LongAdder();

  /** What the file may grow to; no limit if zero. For tests of a full disk. */
  private volatile long maxPages;

  /** What the write-ahead log may grow to when readers keep it from being started anew. */
  private volatile long maxLogBytes = 256L << 20;

  /** For tests of a failing disk. */
  private volatile UnaryOperator<Connection> writerWrapper = UnaryOperator.identity();

  Database(Path file) {
    this.file = file;
  }

  /** The name of the directory that it is in. */
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

  /** How many statements have been run. */
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

  /** A connection whose commits are on the disk when they return. */
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

  /** A connection to an empty file that is to become a database. */
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

  /** Runs one statement to its end, whatever it answers. */
  static void run(Connection connection, String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      if (statement.execute(text)) {
        try (var rows = statement.getResultSet()) {
          while (rows.next()) {
            // Some pragmas go one step with each row.
          }
        }
      }
    }
  }

  /** The first column of the first row. */
  static long number(Connection connection, String text) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(text)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
