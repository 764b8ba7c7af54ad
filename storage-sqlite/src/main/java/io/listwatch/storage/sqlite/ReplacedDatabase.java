package io.listwatch.storage.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The database that a restore replaces. It keeps its write-ahead log under a new name until the
 * restored database is in place: without the log it would lose its last writes, and next to the log
 * the restored database would be damaged.
 */
final class ReplacedDatabase {
  /** The database comes first: without it, the next open rejects the directory. */
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm");

  private final DataDirectory directory;
  private final Path database;

  ReplacedDatabase(DataDirectory directory) {
    this.directory = directory;
    this.database = directory.database();
  }

  /**
   * Renames the files. Continues if an earlier call was interrupted: the files that it renamed stay
   * as they are.
   */
  void setAside() throws IOException {
    if (Files.exists(database)) {
      delete();
    }
    for (String suffix : SUFFIXES) {
      Path file = file(suffix);
      if (Files.exists(file)) {
        Files.move(file, renamed(suffix), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    // Syncs before the restored database appears, which must never be next to the old write-ahead
    // log.
    DataDirectory.sync(directory.path());
  }

  /** Deletes the renamed files. */
  void delete() throws IOException {
    for (String suffix : SUFFIXES) {
      Files.deleteIfExists(renamed(suffix));
    }
  }

  private Path file(String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  private Path renamed(String suffix) {
    return database.resolveSibling(database.getFileName() + ".old" + suffix);
  }
}
