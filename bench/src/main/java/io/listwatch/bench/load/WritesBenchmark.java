package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Measures the CPU time of writes in a new process and in a warm one: pods, ConfigMaps, patches and
 * Leases, each in a process of its own; the same for a floor, which only parses, serializes and
 * stores, and for kube-apiserver with etcd, if there is one. With {@code storage=etcd} the
 * product's figures include its etcd, too.
 */
final class WritesBenchmark {
  private static final int WRITERS = 16;

  private WritesBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    String program = settings.text("reference", "");
    List<String> parts = Arrays.asList(settings.text("parts", "").split(","));
    System.out.printf(
        "%-30s%14s%14s%14s%14s%n", "ms CPU a write", "first", "next", "warm", "warm/s");
    for (WriteLoad writes : WriteLoad.all()) {
      if (parts.stream().anyMatch(writes.name()::contains)) {
        Figures product = product(writes, settings);
        Figures floor = floor(writes, settings);
        printRatio("  to the floor", product, floor);
        if (!program.isEmpty()) {
          printRatio("  to kube-apiserver", product, reference(writes, settings, program));
        }
      }
    }
  }

  private static Figures product(WriteLoad writes, Settings settings) throws IOException {
    String flags = settings.text("flags", "");
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var product =
            new Product(
                scratch,
                settings.text("storage", "sqlite"),
                List.of(),
                flags.isEmpty() ? new String[0] : flags.split(" "))) {
      return measure(writes.name(), writes, load, product.server(), product::cpu, settings);
    }
  }

  private static Figures floor(WriteLoad writes, Settings settings) throws IOException {
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var server = ServerProcess.writingFloor(scratch.resolve("floor"))) {
      return measure("  floor", writes, load, server, server::cpu, settings);
    }
  }

  private static Figures reference(WriteLoad writes, Settings settings, String program)
      throws IOException {
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var kubeApiserver = new KubeApiserver(program, scratch, load);
        var server = kubeApiserver.server()) {
      return measure(
          "  kube-apiserver and etcd", writes, load, server, kubeApiserver::cpu, settings);
    }
  }

  private static Figures measure(
      String name,
      WriteLoad writes,
      Load load,
      ServerProcess server,
      Supplier<Duration> cpu,
      Settings settings) {
    int few = settings.number("few", 5_000);
    int warmup = settings.number("warmup", 30_000);
    int objects = settings.number("objects", 20_000);
    var connection = load.connect(server.address());
    var unused = Writers.send(connection, writes.setup(), writes.before(), WRITERS);
    var batch = new Batches(connection, writes, cpu);
    double first = batch.send(few).millis();
    double second = batch.send(few).millis();
    var ignored = batch.send(warmup);
    Batches.Batch warm = batch.send(objects);
    System.out.printf(
        "%-30s%14.2f%14.2f%14.2f%,14.0f%n", name, first, second, warm.millis(), warm.rate());
    return new Figures(first, second, warm.millis());
  }

  private static void printRatio(String name, Figures product, Figures other) {
    System.out.printf(
        "%-30s%14.2f%14.2f%14.2f%n",
        name, product.first / other.first, product.next / other.next, product.warm / other.warm);
  }

  /**
   * The CPU time of a write in milliseconds: of the first writes, of the next ones, and in a warm
   * process.
   */
  private record Figures(double first, double next, double warm) {}

  /** Sends one batch of writes after the other. */
  private static final class Batches {
    private final LoadConnection connection;
    private final WriteLoad writes;
    private final Supplier<Duration> cpu;
    private int sent;

    /** CPU time of a write in milliseconds, and writes a second. */
    record Batch(double millis, double rate) {}

    Batches(LoadConnection connection, WriteLoad writes, Supplier<Duration> cpu) {
      this.connection = connection;
      this.writes = writes;
      this.cpu = cpu;
    }

    Batch send(int count) {
      var prepared = writes.prepared(sent, count);
      sent += count;
      long used = cpu.get().toNanos();
      long start = System.nanoTime();
      var unused = Writers.send(connection, prepared, count, WRITERS);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Batch((cpu.get().toNanos() - used) / 1e6 / count, count / seconds);
    }
  }
}
