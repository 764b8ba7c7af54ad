package io.listwatch.bench.storage;

import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * Measures the disk space and heap of 150,000 objects, per MB of values, and the time to open them:
 * after a clean shutdown, and after a crash, when everything is checked.
 */
final class SizeFigures {
  private final Engines engines;
  private final int objects;
  private final double megabytes;

  SizeFigures(Engines engines, int objects) {
    this.engines = engines;
    this.objects = objects;
    this.megabytes = (double) objects * Sample.VALUE_BYTES / 1e6;
  }

  void print() throws IOException, SQLException, InterruptedException {
    System.out.printf("SqliteStorage with %,d objects, %.0f MB of values%n", objects, megabytes);
    Path directory = engines.directory("size");
    Path crashed = engines.directory("crashed");
    long heap = usedHeap();
    try (var storage = engines.openSqlite("size")) {
      long start = System.nanoTime();
      StorageWriters.fill(storage, objects);
      line("writes a second, 500 at a time", objects / Stopwatch.secondsSince(start));
      line(
          "KB of heap for each MB, with the recent changes", (usedHeap() - heap) / 1e3 / megabytes);
      line("MB on the disk for each MB, while it is open", diskBytes(directory) / 1e6 / megabytes);
      copy(directory, crashed);
    }
    line("MB on the disk for each MB, once it is closed", diskBytes(directory) / 1e6 / megabytes);
    line("ms until bare SQLite has opened and answers", openBare("size"));
    line("ms until it has opened and answers", open("size"));
    line("ms the same after a crash, looking at everything", open("crashed"));
  }

  private static void line(String what, double figure) {
    System.out.printf("  %-60s%,15.2f%n", what, figure);
  }

  private double openBare(String purpose) throws SQLException {
    long start = System.nanoTime();
    try (var bare = new BareSqlite(engines.directory(purpose))) {
      check(bare.get(Sample.key(objects / 2).bytes()) > 0);
      return Stopwatch.secondsSince(start) * 1e3;
    }
  }

  private double open(String purpose) {
    long start = System.nanoTime();
    try (SqliteStorage storage = engines.openSqlite(purpose)) {
      check(storage.get(Sample.key(objects / 2)).isPresent());
      return Stopwatch.secondsSince(start) * 1e3;
    }
  }

  private static void check(boolean found) {
    if (!found) {
      throw new IllegalStateException("an object is missing");
    }
  }

  /** Copies the files while there are no writes, which gives the state after a crash. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from)) {
      if (!file.getFileName().toString().equals("lock")) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static long diskBytes(Path directory) throws IOException {
    long bytes = 0;
    for (Path file : files(directory)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static long usedHeap() {
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
