package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the directory into which the driver unpacks SQLite's native library. The driver unpacks
 * it once in a process, into {@code java.io.tmpdir}. If files there cannot be executed, this class
 * makes it use the storage's directory.
 */
final class NativeLibrary {
  private static final Logger log = LoggerFactory.getLogger(NativeLibrary.class);

  /** The driver's own property. A value set by the user takes precedence. */
  static final String DIRECTORY_PROPERTY = "org.sqlite.tmpdir";

  private static final String PATH_PROPERTY = "org.sqlite.lib.path";

  private static final AtomicBoolean PREPARED = new AtomicBoolean();

  private NativeLibrary() {}

  /** Must be called before the driver is used. Only the first call has an effect. */
  static void prepare(Path fallback) {
    if (PREPARED.getAndSet(true)
        || System.getProperty(DIRECTORY_PROPERTY) != null
        || System.getProperty(PATH_PROPERTY) != null
        || mayExecute(Path.of(System.getProperty("java.io.tmpdir", "")))) {
      return;
    }
    try {
      // This process has locked the storage's directory, so these files belong to a process that
      // has ended.
      deleteFiles(fallback);
      if (!Files.isDirectory(fallback)) {
        DataDirectory.createPrivateDirectory(fallback);
      }
    } catch (IOException e) {
      throw new StorageException(fallback + ": SQLite cannot be unpacked there (" + e + ")", e);
    }
    log.info("SQLite is unpacked into {}: files in java.io.tmpdir cannot be executed", fallback);
    System.setProperty(DIRECTORY_PROPERTY, fallback.toString());
  }

  /**
   * True if files in the directory can be executed. The permission bit alone is not enough: the
   * file system may be mounted noexec.
   */
  static boolean mayExecute(Path directory) {
    try {
      Path probe = Files.createTempFile(directory, "listwatch", ".probe");
      try {
        return probe.toFile().setExecutable(true) && Files.isExecutable(probe);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static void deleteFiles(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (var files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
