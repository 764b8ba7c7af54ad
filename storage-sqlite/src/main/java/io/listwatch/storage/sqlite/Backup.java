package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;

/** Writes a consistent copy of a database to one file, and restores it. */
final class Backup {
  /** Bytes to copy between two progress reports. */
  private static final long CHUNK_BYTES = 8 << 20;

  private Backup() {}

  /** Writes the connection's current state. The file appears only once it is complete. */
  static void write(Connection connection, Path file) {
    if (Files.exists(file)) {
      throw exists(file);
    }
    Path unfinished = unfinished(file);
    try {
      Files.deleteIfExists(unfinished);
      DataDirectory.createPrivateFile(unfinished);
      try (var statement = connection.prepareStatement("VACUUM INTO ?")) {
        statement.setString(1, unfinished.toString());
        statement.execute();
      }
      DataDirectory.sync(unfinished);
      publish(unfinished, file);
    } catch (IOException | SQLException e) {
      throw new StorageUnavailableException(file + ": the backup cannot be written (" + e + ")", e);
    }
  }

  /** Gives the complete backup its name, unless another file has that name by now. */
  private static void publish(Path unfinished, Path file) throws IOException {
    try {
      link(unfinished, file);
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(unfinished);
      throw exists(file);
    }
    Path parent = unfinished.getParent();
    if (parent != null) {
      DataDirectory.sync(parent);
    }
  }

  /** Renames a file. A hard link never replaces a file, but not every file system has them. */
  private static void link(Path unfinished, Path file) throws IOException {
    try {
      Files.createLink(file, unfinished);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.move(unfinished, file);
      return;
    }
    Files.delete(unfinished);
  }

  private static StorageException exists(Path file) {
    return new StorageException(file + ": exists (expected: a new file; nothing is overwritten)");
  }

  /** Returns the name of the backup file until it is complete. */
  static Path unfinished(Path file) {
    return file.toAbsolutePath().resolveSibling(file.getFileName() + ".unfinished");
  }

  /** Backs up a directory that another process may have open: SQLite allows concurrent readers. */
  static void write(Path directory, Path file) {
    Path database = directory.resolve(DataDirectory.DATABASE);
    if (!Files.exists(database)) {
      throw new StorageException(database + ": missing (expected: the directory of a storage)");
    }
    try {
      DatabaseFile.checkHeader(database);
    } catch (IOException e) {
      throw new StorageException(database + ": cannot be read (" + e + ")", e);
    }
    try (Connection connection = new Database(database).openReader()) {
      write(connection, file);
    } catch (SQLException e) {
      throw new Failures(directory).explain(e);
    }
  }

  /**
   * Replaces a database with a backup. The mark is written first. An interruption leaves one of
   * three states: the old database, with all of its revisions compacted; no database, which the
   * next open reports, and the old one under another name; or the new database.
   */
  static void restore(
      Path backup, DataDirectory directory, ProgressListener copied, ProgressListener checked) {
    try {
      DatabaseFile.checkHeader(backup);
      Path copy = directory.newDatabase();
      Files.deleteIfExists(copy);
      DataDirectory.createPrivateFile(copy);
      copy(backup, copy, copied);
      Mark mark = mark(backup, copy, directory, checked);
      DataDirectory.sync(copy);
      new RevisionFile(directory.path()).write(mark);
      var replaced = new ReplacedDatabase(directory);
      replaced.setAside();
      Files.move(copy, directory.database(), StandardCopyOption.ATOMIC_MOVE);
      DataDirectory.sync(directory.path());
      replaced.delete();
    } catch (IOException e) {
      throw new StorageException(backup + ": cannot be restored (" + e + ")", e);
    }
  }

  private static void copy(Path from, Path to, ProgressListener copied) throws IOException {
    try (var in = FileChannel.open(from, StandardOpenOption.READ);
        var out = FileChannel.open(to, StandardOpenOption.WRITE)) {
      long total = in.size();
      long chunk = CHUNK_BYTES;
      for (long done = 0; done < total && chunk > 0; done += chunk) {
        // Zero if another process has truncated the file; the integrity check follows.
        chunk = in.transferTo(done, CHUNK_BYTES, out);
        copied.reached(done + chunk, total);
      }
    }
  }

  private static Mark mark(
      Path backup, Path copy, DataDirectory directory, ProgressListener checked) {
    try (Connection connection = new Database(copy).openReader()) {
      var complaints = Integrity.check(connection, checked);
      if (!complaints.isEmpty()) {
        throw new StorageException(backup + ": damaged (" + complaints + "); use another backup");
      }
      String store = Recovery.store(connection);
      long last = Recovery.lastRevision(connection);
      var known = new RevisionFile(directory.path()).read();
      boolean same = known.isPresent() && known.get().store().equals(store);
      long bound = known.map(Mark::revision).orElse(0L);
      return new Mark(
          store,
          State.RESTORED,
          same ? Math.max(last, bound) : Math.max(last, bound) + Recovery.SAFE_SKIP);
    } catch (SQLException e) {
      throw new StorageException(
          backup + ": cannot be read (" + e.getMessage() + "); use another backup", e);
    }
  }
}
