package io.listwatch.storage.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Creates the database file, checks its header before SQLite opens it, and its structure
 * afterwards.
 */
final class DatabaseFile {
  private static final Logger log = LoggerFactory.getLogger(DatabaseFile.class);

  private static final int HEADER_BYTES = 100;
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(US_ASCII);
  private static final int FORMAT_OFFSET = 60;
  private static final int APPLICATION_OFFSET = 68;

  private DatabaseFile() {}

  /**
   * Creates the file on first use, else checks its header.
   *
   * @throws StorageException if the file is missing although other files are there, or is not a
   *     database of Listwatch
   */
  static void prepare(DataDirectory directory) throws IOException, SQLException {
    Path file = directory.database();
    if (Files.exists(file)) {
      checkHeader(file);
    } else {
      checkNothingLeft(directory);
      create(directory);
    }
  }

  /**
   * Rejects a file that is not a database of Listwatch, or has a newer format, without modifying
   * it.
   */
  static void checkHeader(Path file) throws IOException {
    var header = ByteBuffer.allocate(HEADER_BYTES);
    try (var channel = Files.newByteChannel(file)) {
      while (header.hasRemaining() && channel.read(header) >= 0) {
        // Reads until the header is complete or the file ends.
      }
    }
    if (header.hasRemaining() || !header.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw new StorageException(
          file
              + ": not a database, or its header is damaged (expected: a database of Listwatch;"
              + " restore a backup into the directory, or choose another)");
    }
    Schema.check(file, header.getInt(APPLICATION_OFFSET), header.getInt(FORMAT_OFFSET));
  }

  private static void checkNothingLeft(DataDirectory directory) {
    for (Path left : new Path[] {directory.revisions(), directory.writeAheadLog()}) {
      if (Files.exists(left)) {
        throw new StorageException(
            "%s: missing, although %s is there (expected: both or none; put it back, or restore a backup into the directory, again if a restore was interrupted)"
                .formatted(directory.database(), left.getFileName()));
      }
    }
  }

  /** Creates a database. A crash leaves either no database or a complete one. */
  private static void create(DataDirectory directory) throws IOException, SQLException {
    Path made = directory.newDatabase();
    Files.deleteIfExists(made);
    DataDirectory.createPrivateFile(made);
    String store;
    long revision;
    try (Connection connection = new Database(made).openNew()) {
      Schema.create(connection);
      store = Recovery.store(connection);
      revision = Recovery.lastRevision(connection);
    }
    DataDirectory.sync(made);
    Files.move(made, directory.database(), StandardCopyOption.ATOMIC_MOVE);
    new RevisionFile(directory.path())
        .write(new RevisionFile.Mark(store, RevisionFile.State.CLOSED, revision));
  }

  /**
   * Detects a truncated or structurally damaged file. Reads only its length and the {@code head}
   * table unless {@code thorough}.
   *
   * @param thorough whether to read every page
   */
  static void check(WriteSession session, Path file, boolean thorough)
      throws SQLException, IOException {
    if (session.passiveCheckpoint()) {
      checkLength(session.connection(), file);
    } else {
      log.warn(
          "{}: another process reads the database; its length is not checked, because a part of it"
              + " stays in the write-ahead log until that process is done",
          file);
    }
    checkStructure(session.connection(), thorough);
    session.commit();
  }

  /** Called only after a checkpoint has moved the whole write-ahead log into the file. */
  private static void checkLength(Connection connection, Path file)
      throws SQLException, IOException {
    long pages = Database.number(connection, "PRAGMA page_count");
    long pageSize = Database.number(connection, "PRAGMA page_size");
    long length = Files.size(file);
    if (length < pages * pageSize) {
      throw damage("%d bytes, expected: %d".formatted(length, pages * pageSize));
    }
  }

  private static void checkStructure(Connection connection, boolean thorough) throws SQLException {
    String check = thorough ? "PRAGMA quick_check(1)" : "PRAGMA quick_check('head')";
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(check)) {
      String answer = rows.next() ? rows.getString(1) : "no answer";
      if (!answer.equals("ok")) {
        throw damage(answer);
      }
    }
  }

  private static SQLException damage(String finding) {
    return new SQLiteException(finding, SQLiteErrorCode.SQLITE_CORRUPT);
  }
}
