package io.listwatch.bench.compare;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.load.KubeApiserver;
import io.listwatch.bench.load.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares our informers of 10,000 pods with those of fabric8's and the official client: the CPU
 * and memory until synced, the retained heap, and the cost of an update.
 */
final class InformersBenchmark {
  /** Flags as in a container with one gigabyte, where the JVM selects this collector by itself. */
  private static final String FLAGS = "-XX:+UseSerialGC -Xms64m -Xmx1g";

  /**
   * Flags with a heap large enough for all informers of the run. Some clients retain memory after
   * they are closed, and garbage collection in a nearly full heap must not count for a client.
   */
  private static final String SYNC_FLAGS = "-XX:+UseSerialGC -Xms64m -Xmx8g";

  static final List<String> CLIENTS =
      List.of(
          ListwatchInforming.NAME,
          Fabric8Informing.NAME,
          OfficialInforming.NAME,
          OfficialInforming.REPLACED,
          BareReading.NAME);

  private final Settings settings;
  private final Target target;
  private final Path kept;
  private final PodWriter writer;
  private final int pods;
  private final int warmUp;
  private final int events;

  private InformersBenchmark(Settings settings, Target target, Path kept, PodWriter writer) {
    this.settings = settings;
    this.target = target;
    this.kept = kept;
    this.writer = writer;
    this.pods = settings.number("pods", 10_000);
    this.warmUp = settings.number("warmup", 3_000);
    this.events = settings.number("events", 5_000);
  }

  public static void main(String[] arguments) throws Exception {
    var settings = new Settings(arguments);
    String program = settings.text("reference", "");
    try (var scratch = new Scratch(settings)) {
      try (var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
        measure(settings, server, scratch.resolve("kept"));
      }
      if (!program.isEmpty()) {
        try (var reference = KubeApiserver.start(program, scratch);
            var server = reference.server()) {
          measure(settings, server, scratch.resolve("kept-of-reference"));
        }
      }
    }
  }

  private static void measure(Settings settings, ServerProcess server, Path kept) throws Exception {
    System.out.printf("server: %s%n", server.name());
    var target = new Target(server.address());
    try (var writer = new PodWriter(target)) {
      new InformersBenchmark(settings, target, kept, writer).run();
    }
  }

  private void run() throws Exception {
    writer.create(pods);
    System.out.printf(
        "%,d pods of %,d bytes, %,d without managedFields%n",
        pods, writer.size(true), writer.size(false));
    List<String> clients =
        List.of(settings.text("clients", String.join(",", CLIENTS)).split(",", -1));
    for (String name :
        settings
            .text("rows", "untouched,restarted,sync,compressed,decode,list,remembered")
            .split(",", -1)) {
      Row row = Row.valueOf(name.toUpperCase(Locale.ROOT));
      Map<String, Map<Figure, Double>> figures = new TreeMap<>();
      for (String client : row.clients(clients)) {
        if (row == Row.RESTARTED) {
          Map<Figure, Double> unused = measure(client, row);
        }
        figures.put(client, measure(client, row));
      }
      System.out.printf("%n%s%n", flags(row));
      Comparison.print(row, figures);
    }
  }

  private String flags(Row row) {
    return settings.text("flags", row.repeats() ? SYNC_FLAGS : FLAGS);
  }

  private Map<Figure, Double> measure(String client, Row row)
      throws IOException, InterruptedException {
    List<String> given =
        List.of(
            "client=" + client,
            "row=" + row,
            "server=" + target.address(),
            "kept=" + kept,
            "pods=" + pods,
            "warmup=" + warmUp,
            "events=" + events,
            "seconds=" + settings.number("seconds", 10));
    List<String> flags = Arrays.asList(flags(row).split(" ", -1));
    try (var process = new ClientProcess(MeasuredProgram.class, flags, given)) {
      process.await("synced");
      if (row.follows()) {
        writer.update(warmUp);
        process.await("warm");
        writer.update(events);
      }
      return process.figures();
    }
  }
}
