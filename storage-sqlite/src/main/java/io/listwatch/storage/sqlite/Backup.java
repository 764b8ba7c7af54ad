package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A copy of a database as it was at one moment, in one file; and the way back. */
final class Backup {
  /** What is copied at a time: short enough to say how far it is, long enough not to matter. */
  private static final long CHUNK_BYTES = 8 << 20;

  private Backup() {}

  /** Writes everything that the connection sees now. The file is whole or not there. */
  static void write(Connection connection, Path file) {
    if (Files.exists(file)) {
      throw new StorageException(file + ": exists (expected: a new file; nothing is overwritten)");
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
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | SQLException e) {
      throw new StorageUnavailableException(file + ": the backup cannot be written (" + e + ")", e);
    }
  }

  /** Where it is until it is whole. */
  static Path unfinished(Path file) {
    return file.toAbsolutePath().resolveSibling(file.getFileName() + ".unfinished");
  }

  /**
   * The same of a directory that somebody else may have open: SQLite lets others read beside it.
   */
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
   * Puts a backup in the place of a database. The mark is written first: if this is cut short there
   * is no database, which whoever opens the directory is told, or the old one, all of whose
   * revisions are then forgotten.
   */
  static void restore(Path backup, DataDirectory directory, HowFar copied, HowFar checked) {
    try {
      DatabaseFile.checkHeader(backup);
      Path copy = directory.newDatabase();
      Files.deleteIfExists(copy);
      DataDirectory.createPrivateFile(copy);
      copy(backup, copy, copied);
      Mark mark = mark(backup, copy, directory, checked);
      DataDirectory.sync(copy);
      new RevisionFile(directory.path()).write(mark);
      for (Path old : List.of(directory.writeAheadLog(), directory.sharedMemory())) {
        Files.deleteIfExists(old);
      }
      Files.move(
          copy,
          directory.database(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      DataDirectory.sync(directory.path());
    } catch (IOException e) {
      throw new StorageException(backup + ": cannot be restored (" + e + ")", e);
    }
  }

  private static void copy(Path from, Path to, HowFar copied) throws IOException {
    try (var in = FileChannel.open(from, StandardOpenOption.READ);
        var out = FileChannel.open(to, StandardOpenOption.WRITE)) {
      long whole = in.size();
      long chunk = CHUNK_BYTES;
      for (long done = 0; done < whole && chunk > 0; done += chunk) {
        // None if somebody cuts the file meanwhile; whether what there is will do is seen next.
        chunk = in.transferTo(done, CHUNK_BYTES, out);
        copied.reached(done + chunk, whole);
      }
    }
  }

  private static Mark mark(Path backup, Path copy, DataDirectory directory, HowFar checked) {
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
          same ? Math.max(last, bound) : Math.max(last, bound) + Recovery.FAR);
    } catch (SQLException e) {
      throw new StorageException(
          backup + ": cannot be read (" + e.getMessage() + "); use another backup", e);
    }
  }
}
