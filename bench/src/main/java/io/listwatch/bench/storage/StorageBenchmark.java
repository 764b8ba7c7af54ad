package io.listwatch.bench.storage;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * Measures the storage engines: writes, reads and watches of our SQLite engine, of bare SQLite with
 * the same statements, and of a local etcd, if there is one. Then measures SQLite with many
 * objects.
 */
final class StorageBenchmark {
  private StorageBenchmark() {}

  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    var settings = new Settings(arguments);
    var duration = new Stopwatch(Double.parseDouble(settings.text("seconds", "3")));
    String parts = settings.text("parts", "writes,reads,watch,size");
    try (var scratch = new Scratch(settings);
        var engines = new Engines(scratch)) {
      head(engines.names());
      if (parts.contains("writes")) {
        new WriteFigures(engines, duration).print();
      }
      if (parts.contains("reads")) {
        new ReadFigures(engines, duration).print();
      }
      if (parts.contains("watch")) {
        new WatchFigures(engines, duration).print();
      }
      if (parts.contains("size")) {
        new SizeFigures(engines, settings.number("objects", 150_000)).print();
      }
    }
  }

  private static void head(List<String> engines) {
    System.out.printf("%-48s%14s", "values of 2 KB", "bare SQLite");
    engines.forEach(name -> System.out.printf("%15s", name));
    System.out.printf("%15s%n", "SQLite / bare");
  }

  /** Prints the figure of bare SQLite and of each engine, SQLite's first. */
  static void row(String what, double bare, List<Double> engines) {
    System.out.printf("%-48s%,14.2f", what, bare);
    engines.forEach(figure -> System.out.printf("%,15.2f", figure));
    System.out.printf("%15.2f%n", engines.get(0) / bare);
  }
}
