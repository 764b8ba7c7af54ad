package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageEngine;
import io.listwatch.storage.StorageModelContract;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

final class SqliteStorageProperties extends StorageModelContract {
  private Path root = Path.of("");

  @BeforeTry
  void makeDirectory() throws IOException {
    root = Files.createTempDirectory("listwatch-sqlite");
  }

  @AfterTry
  void deleteDirectory() throws IOException {
    try (var files = Files.walk(root)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }

  @Override
  protected StorageEngine engine() {
    return new Directories(root);
  }
}
