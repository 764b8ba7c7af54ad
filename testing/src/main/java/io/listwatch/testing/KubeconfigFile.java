package io.listwatch.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that is there once it is asked for, readable by its owner alone.
 *
 * <p>Thread-safe.
 */
final class KubeconfigFile {
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable Path file;

  /** The file, with this content unless it had one before. */
  Path with(String content) {
    synchronized (lock) {
      if (file == null) {
        file = write(content);
      }
      return file;
    }
  }

  private static Path write(String content) {
    try {
      Path made = Files.createTempFile("kubeconfig-", ".yaml");
      made.toFile().deleteOnExit();
      return Files.writeString(made, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete() {
    synchronized (lock) {
      try {
        if (file != null) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
