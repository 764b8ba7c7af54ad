package io.listwatch.bench.load;

import io.listwatch.bench.Plot;
import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Plots the CPU time of a write against the number of writes before it in the same process: with
 * the launcher's flags, with other flags, and for kube-apiserver with etcd, if there is one.
 */
final class WarmupBenchmark {
  private static final int WRITERS = 16;

  private final Settings settings;
  private final WriteLoad writes;
  private final int count;
  private final int step;
  private final Plot plot;

  private WarmupBenchmark(Settings settings) {
    this.settings = settings;
    String part = settings.text("part", "create a pod");
    this.writes =
        WriteLoad.all().stream()
            .filter(each -> each.name().contains(part))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "part: %s (expected: a part of the name of a row of writes)"
                            .formatted(part)));
    this.count = settings.number("writes", 60_000);
    this.step = settings.number("step", 2_000);
    this.plot = new Plot(writes.name() + ": ms of CPU a write", "writes in this process");
  }

  public static void main(String[] arguments) throws IOException {
    new WarmupBenchmark(new Settings(arguments)).run();
  }

  private void run() throws IOException {
    product("Listwatch");
    String flags = settings.text("flags", "-XX:TieredStopAtLevel=1");
    if (!flags.isEmpty()) {
      product("Listwatch, " + flags, flags.split(" "));
    }
    String program = settings.text("reference", "");
    if (!program.isEmpty()) {
      try (var scratch = new Scratch(settings);
          var load = new Load();
          var reference = new KubeApiserver(program, scratch, load);
          var server = reference.server()) {
        measure("kube-apiserver and etcd", load, server, reference::cpu);
      }
    }
    String file = settings.text("plot", "");
    if (!file.isEmpty()) {
      plot.writeTo(Path.of(file));
    }
  }

  private void product(String name, String... flags) throws IOException {
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var product = new Product(scratch, settings.text("storage", "sqlite"), List.of(), flags)) {
      measure(name, load, product.server(), product::cpu);
    }
  }

  private void measure(String name, Load load, ServerProcess server, Supplier<Duration> cpu) {
    var connection = load.connect(server.address());
    var unused = Writers.send(connection, writes.setup(), writes.before(), WRITERS);
    List<Double> sent = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    System.out.printf("%s: ms of CPU a write, each %,d%n", name, step);
    for (int i = 0; i < count; i += step) {
      var prepared = writes.prepared(i, step);
      Duration before = cpu.get();
      var answers = Writers.send(connection, prepared, step, WRITERS);
      double each = cpu.get().minus(before).toNanos() / 1e6 / answers.size();
      sent.add((double) i + step);
      millis.add(each);
      System.out.printf("  %.2f", each);
    }
    System.out.println();
    plot.add(name, sent, millis);
  }
}
