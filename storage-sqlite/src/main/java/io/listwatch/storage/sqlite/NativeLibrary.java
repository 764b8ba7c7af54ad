package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the driver unpacks SQLite. It does so once in a process, in the directory for temporary
 * files; where nothing there may be executed, this sends it to the directory of the storage.
 */
final class NativeLibrary {
  private static final Logger log = LoggerFactory.getLogger(NativeLibrary.class);

  /** What the driver reads; whoever has set it has decided. */
  static final String DIRECTORY_PROPERTY = "org.sqlite.tmpdir";

  private static final String PATH_PROPERTY = "org.sqlite.lib.path";

  private static final AtomicBoolean PREPARED = new AtomicBoolean();

  private NativeLibrary() {}

  /** To be called before the driver is; does nothing the second time. */
  static void prepare(Path fallback) {
    if (PREPARED.getAndSet(true)
        || System.getProperty(DIRECTORY_PROPERTY) != null
        || System.getProperty(PATH_PROPERTY) != null
        || mayExecute(Path.of(System.getProperty("java.io.tmpdir", "")))) {
      return;
    }
    try {
      // Nobody else has the storage's directory, so what is there was left by a process that ended.
      deleteFiles(fallback);
      if (!Files.isDirectory(fallback)) {
        DataDirectory.createPrivateDirectory(fallback);
      }
    } catch (IOException e) {
      throw new StorageException(fallback + ": SQLite cannot be unpacked there (" + e + ")", e);
    }
    log.info("SQLite is unpacked into {}: java.io.tmpdir forbids execution", fallback);
    System.setProperty(DIRECTORY_PROPERTY, fallback.toString());
  }

  /** Whether a file in the directory can be executed. A mark on the file is not enough for that. */
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
