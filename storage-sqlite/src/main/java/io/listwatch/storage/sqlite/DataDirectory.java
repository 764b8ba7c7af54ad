package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The directory of one storage: its files, their permissions, and the lock that lets only one
 * process use it.
 *
 * <pre>
 *   listwatch.db        the database; while it is open, also its -wal and -shm files
 *   listwatch.db.old    during a restore, the database that it replaces, with its -wal file
 *   revisions           the mark: revisions up to it may have been handed out
 *   lock                locked by the process that has the directory open; contains its pid
 *   native/             SQLite's native library, if java.io.tmpdir is mounted noexec
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
   * Locks a directory and creates it if it does not exist.
   *
   * @throws StorageException if it is in use or cannot be written
   */
  static DataDirectory open(Path path) {
    if (path.toString().contains("?")) {
      throw new StorageException(
          path + ": contains '?', which begins the driver's settings (choose another directory)");
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
              + ": cannot be created or written ("
              + reason(e)
              + "expected: a directory that this user may read and write)",
          e);
    }
  }

  /**
   * Returns the reason without the path, which the message names already, or "" if none is known.
   */
  private static String reason(IOException e) {
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason == null ? "" : reason + "; ";
  }

  Path path() {
    return directory;
  }

  Path database() {
    return directory.resolve(DATABASE);
  }

  /** Returns the name of a new database until it is complete. */
  Path newDatabase() {
    return directory.resolve(DATABASE + ".new");
  }

  Path writeAheadLog() {
    return directory.resolve(DATABASE + "-wal");
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

  /** Syncs a file, or the entries of a directory, to the disk. */
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
