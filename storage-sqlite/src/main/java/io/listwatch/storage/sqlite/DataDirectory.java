package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The directory of one storage: which files are in it, who may read them, and that one process at a
 * time has it.
 *
 * <pre>
 *   listwatch.db        the database; beside it, while it is open, its -wal and -shm
 *   revisions           up to where revisions may have been handed out
 *   lock                held by the process that has the directory open, whose id it holds
 *   native/             SQLite itself, where the directory for temporary files forbids execution
 * </pre>
 */
final class DataDirectory implements AutoCloseable {
  static final String DATABASE = "listwatch.db";

  private final Path directory;
  private final DirectoryLock lock;

  private DataDirectory(Path directory, DirectoryLock lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Takes possession of a directory, which is made if it does not exist.
   *
   * @throws StorageException if it is in use or cannot be written
   */
  static DataDirectory open(Path path) {
    if (path.toString().contains("?")) {
      throw new StorageException(path + ": the driver takes what follows a '?' for settings");
    }
    try {
      if (!Files.isDirectory(path)) {
        createPrivateDirectory(path);
      }
      Path directory = path.toRealPath();
      return new DataDirectory(directory, DirectoryLock.take(directory.resolve("lock")));
    } catch (IOException e) {
      throw new StorageException(
          path
              + ": cannot be made or written ("
              + e
              + "; expected: a directory that this user may read and write)",
          e);
    }
  }

  Path path() {
    return directory;
  }

  Path database() {
    return directory.resolve(DATABASE);
  }

  /** Where a database is made whole before it takes its place. */
  Path newDatabase() {
    return directory.resolve(DATABASE + ".new");
  }

  Path writeAheadLog() {
    return directory.resolve(DATABASE + "-wal");
  }

  Path sharedMemory() {
    return directory.resolve(DATABASE + "-shm");
  }

  Path revisions() {
    return directory.resolve(RevisionFile.NAME);
  }

  Path nativeLibrary() {
    return directory.resolve("native");
  }

  static void createPrivateDirectory(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectory(path, permissions(path, "rwx------"));
  }

  static void createPrivateFile(Path path) throws IOException {
    Files.createFile(path, permissions(path, "rw-------"));
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) throws IOException {
    Path existing = path.toAbsolutePath().getParent();
    FileStore store = Files.getFileStore(existing == null ? path : existing);
    return store.supportsFileAttributeView(PosixFileAttributeView.class)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Sees to it that a file, or the names in a directory, are on the disk. */
  static void sync(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
