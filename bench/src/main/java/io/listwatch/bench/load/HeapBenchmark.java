package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shows that eight concurrent lists of 10,000 ConfigMaps need little heap: restarts the server with
 * a heap of its live objects plus 64 MiB, and lists.
 */
final class HeapBenchmark {
  private static final int SEEDERS = 16;

  private HeapBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    int objects = settings.number("objects", 10_000);
    try (var scratch = new Scratch(settings)) {
      long live = live(scratch, objects);
      long most = (live >> 20) + settings.number("room", 64);
      System.out.printf("lives in the heap with %,d objects   %,8d MiB%n", objects, live >> 20);
      System.out.printf("started again with at most             %,8d MiB%n", most);
      try (var server = ServerProcess.product(scratch, "sqlite", "-Xmx" + most + "m");
          var load = new Load()) {
        long listed =
            list(load, server, settings.number("lists", 8), settings.number("rounds", 10));
        System.out.printf("listed, eight at a time                %,8d MB%n", listed / 1_000_000);
      }
    }
  }

  private static long live(Scratch scratch, int objects) throws IOException {
    try (var server = ServerProcess.product(scratch, "sqlite");
        var load = new Load()) {
      var connection = load.connect(server.address());
      List<byte[]> unused =
          Writers.create(
              connection, ConfigMaps.PATH, i -> ConfigMaps.submitted(i, 0), objects, SEEDERS);
      long length = connection.get(ConfigMaps.PATH).join().length();
      System.out.printf("length of a list                       %,8d MB%n", length / 1_000_000);
      return server.liveHeapBytes();
    }
  }

  private static long list(Load load, ServerProcess server, int lists, int rounds) {
    List<LoadConnection> connections = load.connect(server.address(), lists);
    return IntStream.range(0, rounds)
        .mapToLong(
            round ->
                connections.stream()
                    .map(connection -> connection.get(ConfigMaps.PATH))
                    .toList()
                    .stream()
                    .mapToLong(body -> body.join().length())
                    .sum())
        .sum();
  }
}
