package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageContract;
import io.listwatch.storage.StorageEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStorageTest extends StorageContract {
  private final Path root;

  SqliteStorageTest(@TempDir Path root) {
    this.root = root;
  }

  @Override
  protected StorageEngine engine() {
    return new Directories(root);
  }
}
