package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.storage.WriteFigures;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures the durable creates per second of 16 clients on SQLite. The floor is the same storage
 * engine, in the same run, without a server.
 */
final class CreateBenchmark {
  private static final int WARM_UP = 40_000;

  private CreateBenchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int writers = settings.number("writers", 16);
    int objects = settings.number("objects", 20_000);
    try (var scratch = new Scratch(settings);
        var server = ServerProcess.product(scratch, "sqlite");
        var load = Load.of(settings)) {
      load.grantAccess(server);
      var connection = load.connect(server.address());
      double storage = WriteFigures.sqliteRate(scratch.resolve("engine"), writers, 4);
      create(connection, bodies(0, WARM_UP), writers);
      List<byte[]> bodies = bodies(WARM_UP, objects);
      long cpu = server.cpu().toNanos();
      long start = System.nanoTime();
      create(connection, bodies, writers);
      double rate = objects / ((System.nanoTime() - start) / 1e9);
      double cpuMillis = (server.cpu().toNanos() - cpu) / 1e6 / objects;

      System.out.printf("writers                                  %,12d%n", writers);
      System.out.printf("writes a second of the engine (floor)    %,12.0f%n", storage);
      System.out.printf("creates a second of the product          %,12.0f%n", rate);
      System.out.printf("ratio                                    %12.2f%n", rate / storage);
      System.out.printf("ms CPU of the product for a create       %12.2f%n", cpuMillis);
    }
  }

  /** Creates the bodies in advance, so that the load's own work is not measured. */
  private static List<byte[]> bodies(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(index -> ConfigMaps.submitted(index, 0))
        .toList();
  }

  private static void create(LoadConnection connection, List<byte[]> bodies, int writers) {
    var unused = Writers.create(connection, ConfigMaps.PATH, bodies::get, bodies.size(), writers);
  }
}
