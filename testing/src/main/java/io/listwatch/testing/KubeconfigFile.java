package io.listwatch.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A temporary kubeconfig file, written on first use and readable only by its owner.
 *
 * <p>Thread-safe.
 */
final class KubeconfigFile {
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable Path file;

  /** Returns the file. The first call writes {@code content} into it. */
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
