package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.SubmittedPod;
import java.io.IOException;
import java.util.List;

/**
 * Measures the growth of the product's memory for 10,000 pods, relative to their JSON, and
 * kube-apiserver's, if there is one.
 */
final class PodsBenchmark {
  private static final String PATH = "/api/v1/namespaces/default/pods";
  private static final int WRITERS = 16;

  private PodsBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    String program = settings.text("reference", "");
    try (var scratch = new Scratch(settings);
        var load = new Load()) {
      try (var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
        measure(server, load, settings);
      }
      if (!program.isEmpty()) {
        try (var reference = new KubeApiserver(program, scratch, load);
            var server = reference.server()) {
          measure(server, load, settings);
        }
      }
    }
  }

  private static void measure(ServerProcess server, Load load, Settings settings) {
    int count = settings.number("pods", 10_000);
    var connection = load.connect(server.address());
    long unused = connection.get(PATH).join().length();
    long before = server.residentBytes();
    List<byte[]> pods =
        Writers.create(
            connection,
            PATH,
            i -> SubmittedPod.of(i, "default").object().getBytes(UTF_8),
            count,
            WRITERS);
    long listed = connection.get(PATH).join().length();
    long after = server.residentBytes();
    long json = pods.stream().mapToLong(pod -> pod.length).sum();

    System.out.printf("%s%n", server.name());
    System.out.printf("pods                               %,12d%n", count);
    System.out.printf("JSON of them, as served            %,12d bytes (floor)%n", json);
    System.out.printf("length of their list               %,12d bytes%n", listed);
    System.out.printf("resident before                    %,12d bytes%n", before);
    System.out.printf("resident with them                 %,12d bytes%n", after);
    System.out.printf(
        "ratio of the growth to the JSON    %12.2f%n", (double) (after - before) / json);
  }
}
