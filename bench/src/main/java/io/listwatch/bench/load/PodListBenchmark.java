package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.SubmittedPod;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures a server's CPU time for a list of 10,000 pods, per pod, as protobuf and as JSON: the
 * first list of a new process, lists after all pods have changed, and lists after none has. Does
 * not count the delayed costs of earlier writes, such as JIT compilation, nor the first two rounds
 * of changes.
 */
final class PodListBenchmark {
  private static final String PATH = "/api/v1/namespaces/default/pods";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final int WRITERS = 16;

  /** In the first rounds of changes, a new process compiles the code that encodes objects. */
  private static final int UNCOUNTED = 2;

  private final ServerProcess server;
  private final LoadConnection connection;
  private final List<SubmittedPod> pods;
  private final Settings settings;
  private int changes;

  private PodListBenchmark(ServerProcess server, Load load, Settings settings) {
    this.server = server;
    this.connection = load.connect(server.address());
    this.settings = settings;
    this.pods = pods(settings);
  }

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    String program = settings.text("reference", "");
    try (var scratch = new Scratch(settings);
        var load = new Load()) {
      try (var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
        new PodListBenchmark(server, load, settings).run();
      }
      if (!program.isEmpty()) {
        try (var reference = new KubeApiserver(program, scratch, load);
            var server = reference.server()) {
          new PodListBenchmark(server, load, settings).run();
        }
      }
    }
  }

  static List<SubmittedPod> pods(Settings settings) {
    return IntStream.range(0, settings.number("pods", 10_000))
        .mapToObj(i -> SubmittedPod.of(i, "default"))
        .toList();
  }

  private void run() {
    create(connection, pods);
    System.out.printf("%s, µs of CPU a pod%n", server.name());
    print("first list as protobuf", micros(PROTOBUF, 1));
    int lists = settings.number("lists", 20);
    double unused = micros(PROTOBUF, settings.number("warmup", 60));
    double changed = 0;
    int rounds = settings.number("rounds", 3);
    for (int round = -UNCOUNTED; round < rounds; round++) {
      changeAll();
      double micros = micros(PROTOBUF, 1);
      changed += round < 0 ? 0 : micros / rounds;
    }
    print("as protobuf, all pods changed", changed);
    print("as protobuf, no pod changed", micros(PROTOBUF, lists));
    unused = micros(JSON, settings.number("warmup", 60));
    print("as JSON", micros(JSON, lists));
    System.out.printf("bytes a pod: %,d protobuf, %,d JSON%n", size(PROTOBUF), size(JSON));
  }

  private static void print(String what, double micros) {
    System.out.printf("%-32s%10.2f%n", what, micros);
  }

  /** Creates pods and writes their status. */
  static void create(LoadConnection connection, List<SubmittedPod> pods) {
    List<byte[]> unused =
        Writers.send(
            connection, i -> Writers.Write.post(PATH, pods.get(i).object()), pods.size(), WRITERS);
    unused =
        Writers.send(
            connection,
            i ->
                new Writers.Write(
                    "PATCH",
                    PATH + "/" + pods.get(i).name() + "/status",
                    MERGE_PATCH,
                    "{\"status\":" + pods.get(i).status() + "}"),
            pods.size(),
            WRITERS);
  }

  private void changeAll() {
    String body = "{\"metadata\":{\"labels\":{\"change\":\"%d\"}}}".formatted(changes++);
    List<byte[]> unused =
        Writers.send(
            connection,
            i -> new Writers.Write("PATCH", PATH + "/" + pods.get(i).name(), MERGE_PATCH, body),
            pods.size(),
            WRITERS);
  }

  private double micros(String accept, int lists) {
    server.awaitIdle();
    long before = server.cpu().toNanos();
    for (int i = 0; i < lists; i++) {
      long unused = length(accept);
    }
    return (server.cpu().toNanos() - before) / 1e3 / lists / pods.size();
  }

  private long size(String accept) {
    return length(accept) / pods.size();
  }

  private long length(String accept) {
    Body body = Body.counted();
    connection.send(connection.headers("GET", PATH).add("accept", accept), new byte[0], body);
    return body.whole().join().length();
  }
}
