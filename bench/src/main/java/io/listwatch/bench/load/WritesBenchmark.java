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
 * Leases, each in a process of its own; and the same of kube-apiserver with etcd, if there is one.
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
        product(writes, settings);
        if (!program.isEmpty()) {
          reference(writes, settings, program);
        }
      }
    }
  }

  private static void product(WriteLoad writes, Settings settings) throws IOException {
    String flags = settings.text("flags", "");
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var server =
            ServerProcess.product(
                scratch,
                settings.text("storage", "sqlite"),
                flags.isEmpty() ? new String[0] : flags.split(" "))) {
      measure(writes.name(), writes, load, server, server::cpu, settings);
    }
  }

  private static void reference(WriteLoad writes, Settings settings, String program)
      throws IOException {
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var kubeApiserver = new KubeApiserver(program, scratch, load);
        var server = kubeApiserver.server()) {
      measure("  kube-apiserver and etcd", writes, load, server, kubeApiserver::cpu, settings);
    }
  }

  private static void measure(
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
    Batches.Figures warm = batch.send(objects);
    System.out.printf(
        "%-30s%14.2f%14.2f%14.2f%,14.0f%n", name, first, second, warm.millis(), warm.rate());
  }

  /** Sends one batch of writes after the other. */
  private static final class Batches {
    private final LoadConnection connection;
    private final WriteLoad writes;
    private final Supplier<Duration> cpu;
    private int sent;

    /** CPU time of a write in milliseconds, and writes a second. */
    record Figures(double millis, double rate) {}

    Batches(LoadConnection connection, WriteLoad writes, Supplier<Duration> cpu) {
      this.connection = connection;
      this.writes = writes;
      this.cpu = cpu;
    }

    Figures send(int count) {
      var prepared = writes.prepared(sent, count);
      sent += count;
      long used = cpu.get().toNanos();
      long start = System.nanoTime();
      var unused = Writers.send(connection, prepared, count, WRITERS);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Figures((cpu.get().toNanos() - used) / 1e6 / count, count / seconds);
    }
  }
}
