package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Plot;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Writes the console's plots of the load that a server recorded during a run. */
final class LoadPlots {
  private static final String DOCUMENT = "/debug/listwatch/load";

  /** The plots in the console's order. A rate is divided by the seconds of its interval. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("requests", "Requests a second", true, 1, "requests", "failures"),
          new Figure("latency", "Latency in ms", false, 1e3, "latency99", "latencyMedian"),
          new Figure("watches", "Open watches", false, 1, "watches"),
          new Figure("changes", "Changes a second", true, 1, "events"),
          new Figure("deliveries", "Events sent to watchers a second", true, 1, "deliveries"),
          new Figure("flow-control", "Flow control: requests", false, 1, "inFlight", "queued"),
          new Figure("heap", "Heap in MB", false, 1e-6, "heap"),
          new Figure("storage", "Storage size in MB", false, 1e-6, "storageBytes"));

  private LoadPlots() {}

  /**
   * A plot with a line for each column of the document.
   *
   * @param factor from the column's unit to the plot's
   */
  private record Figure(
      String file, String title, boolean rate, double factor, List<String> columns) {
    Figure(String file, String title, boolean rate, double factor, String... columns) {
      this(file, title, rate, factor, List.of(columns));
    }

    Plot plot(JsonValue load) {
      double each = rate ? factor / load.path("intervalSeconds").doubleValue() : factor;
      List<Double> times = numbers(load.path("time"), 1e-3);
      List<Double> seconds = times.stream().map(time -> time - times.get(0)).toList();
      var plot = new Plot(title, "seconds");
      columns.forEach(name -> plot.add(name, seconds, numbers(load.path(name), each)));
      return plot;
    }

    private static List<Double> numbers(JsonValue column, double factor) {
      return IntStream.range(0, column.size())
          .mapToObj(i -> column.path(i).doubleValue() * factor)
          .toList();
    }
  }

  /** Writes a file for each plot. Writes none before the server's first sample. */
  static void write(Load load, ServerProcess server, Path directory) throws IOException {
    try (var administrator = load.connect(server.address()).as(ServerProcess.TOKEN)) {
      Body body = Body.kept();
      administrator.send(administrator.headers("GET", DOCUMENT), new byte[0], body);
      write(JsonTrees.read(new String(body.whole().join().bytes(), UTF_8)), directory);
    }
  }

  static void write(JsonValue load, Path directory) throws IOException {
    if (load.path("time").size() == 0) {
      return;
    }
    Files.createDirectories(directory);
    for (Figure each : FIGURES) {
      each.plot(load).writeTo(directory.resolve(each.file + ".svg"));
    }
  }
}
