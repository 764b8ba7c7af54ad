package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.SubmittedPod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the CPU time that a program in Go with client-go's informer of 10,000 pods takes until
 * the informer has synced: the cost of a server's list to its clients. The setting {@code accept}
 * replaces client-go's default content types.
 */
final class GoInformerBenchmark {
  private static final Path SOURCE = Path.of("bench/src/go/informer");

  private final ServerProcess server;
  private final Settings settings;
  private final Path program;

  private GoInformerBenchmark(ServerProcess server, Settings settings, Path program) {
    this.server = server;
    this.settings = settings;
    this.program = program;
  }

  public static void main(String[] arguments) throws Exception {
    var settings = new Settings(arguments);
    String reference = settings.text("reference", "");
    try (var scratch = new Scratch(settings);
        var load = new Load()) {
      Path program = scratch.resolve("informer").toAbsolutePath();
      String unused = output(SOURCE, List.of("go", "build", "-o", program.toString(), "."));
      try (var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
        new GoInformerBenchmark(server, settings, program).run(load);
      }
      if (!reference.isEmpty()) {
        try (var apiserver = new KubeApiserver(reference, scratch, load);
            var server = apiserver.server()) {
          new GoInformerBenchmark(server, settings, program).run(load);
        }
      }
    }
  }

  private void run(Load load) throws IOException, InterruptedException {
    List<SubmittedPod> pods = PodListBenchmark.pods(settings);
    PodListBenchmark.create(load.connect(server.address()), pods);
    int rounds = settings.number("rounds", 5);
    long[] micros = new long[rounds];
    for (int i = 0; i < settings.number("warmup", 3); i++) {
      long unused = informer(pods.size());
    }
    for (int i = 0; i < rounds; i++) {
      micros[i] = informer(pods.size());
    }
    Arrays.sort(micros);
    System.out.printf(
        "%s: %.1f µs of the client's CPU a pod (median of %d; %.1f to %.1f)%n",
        server.name(),
        micros[rounds / 2] / (double) pods.size(),
        rounds,
        micros[0] / (double) pods.size(),
        micros[rounds - 1] / (double) pods.size());
  }

  /** Returns the CPU time of one process, in microseconds. */
  private long informer(int pods) throws IOException, InterruptedException {
    server.awaitIdle();
    String printed =
        output(
            Path.of("."),
            List.of(
                program.toString(),
                "-server",
                server.address().toString(),
                "-token",
                ServerProcess.TOKEN,
                "-accept",
                settings.text("accept", "")));
    String[] numbers = printed.trim().split(" ", -1);
    if (numbers.length != 2 || Integer.parseInt(numbers[1]) != pods) {
      throw new IOException("informer: %s (expected: %d pods)".formatted(printed, pods));
    }
    return Long.parseLong(numbers[0]);
  }

  private static String output(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("%s: %s".formatted(command, printed));
    }
    return printed;
  }
}
