package io.listwatch.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** A temporary directory for a benchmark's data, on the disk to be measured. Closing deletes it. */
public final class Scratch implements AutoCloseable {
  private final Path directory;

  /** Creates the directory below the setting {@code directory}, or else below this module. */
  public Scratch(Settings settings) throws IOException {
    Path parent = Path.of(settings.text("directory", "bench/target/data"));
    directory = Files.createTempDirectory(Files.createDirectories(parent), "run");
  }

  public Path resolve(String name) {
    return directory.resolve(name);
  }

  @Override
  public void close() throws IOException {
    List<Path> deepestFirst;
    try (var files = Files.walk(directory)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
