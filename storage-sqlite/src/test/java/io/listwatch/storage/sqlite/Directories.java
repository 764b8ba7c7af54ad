package io.listwatch.storage.sqlite;

import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens each storage in a new subdirectory of {@code root}. */
record Directories(Path root) implements StorageEngine {
  @Override
  public Storage open(StorageClock clock) {
    try {
      return SqliteStorage.open(Files.createTempDirectory(root, "storage"), clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
