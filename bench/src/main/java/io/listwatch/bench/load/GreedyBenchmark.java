package io.listwatch.bench.load;

import io.listwatch.bench.Processors;
import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.load.Writers.Write;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Measures the effect of one greedy client on another: the latency of a modest client's GETs, first
 * while the server is quiet, then while a greedy client has hundreds of lists of everything in
 * progress. Both are ordinary users, which priority and fairness limits; an administrator only
 * creates the objects.
 *
 * <p>The servers run on the upper half of the processors and the load on the lower half, if the
 * machine has {@code taskset}.
 */
final class GreedyBenchmark {
  private static final String MODEST = "modest";
  private static final int SEEDERS = 16;
  private static final int STREAMS = 50;

  /** A series of GETs ends after a minute, however many there were. */
  private static final long MAX_NANOS = 60_000_000_000L;

  /** Allows the group of both users to read ConfigMaps. */
  private static final Write VIEWERS =
      Write.post(
          "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
          """
          {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",
           "metadata":{"name":"bench-users"},
           "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"view"},
           "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"users"}]}
          """);

  private final Settings settings;
  private final int objects;

  /** The authorization mode: AlwaysAllow, or RBAC, with a role for the users. */
  private final String mode;

  private GreedyBenchmark(Settings settings) {
    this.settings = settings;
    this.objects = settings.number("objects", 10_000);
    this.mode = settings.text("mode", "AlwaysAllow");
  }

  public static void main(String[] arguments) throws IOException {
    new GreedyBenchmark(new Settings(arguments)).run();
  }

  private void run() throws IOException {
    Processors.divide();
    System.out.printf(
        "GET of a ConfigMap while another user has %d lists of %,d in progress, ms%n",
        settings.number("lists", 400), objects);
    System.out.printf(
        "%-12s%12s%12s%12s%12s%10s%12s%10s%10s%n",
        "",
        "quiet p50",
        "quiet p99",
        "greedy p50",
        "greedy p99",
        "GETs",
        "429 to GETs",
        "lists",
        "429");
    try (var scratch = new Scratch(settings);
        var load = new Load();
        ServerProcess product =
            ServerProcess.forAllUsers(scratch, settings.text("storage", "sqlite"), mode)) {
      measure(load, product);
    }
    String program = settings.text("reference", "");
    if (!program.isEmpty()) {
      try (var scratch = new Scratch(settings);
          var load = new Load();
          var reference = new KubeApiserver(program, scratch, load, mode);
          ServerProcess server = reference.server()) {
        measure(load, server);
      }
    }
  }

  private void measure(Load load, ServerProcess server) {
    if (mode.equals("RBAC")) {
      List<byte[]> unused = Writers.send(load.connect(server.address()), index -> VIEWERS, 1, 1);
      load.disconnect();
    }
    List<byte[]> unused =
        Writers.create(
            load.connect(server.address()),
            ConfigMaps.PATH,
            index -> ConfigMaps.submitted(index, 0),
            objects,
            SEEDERS);
    load.disconnect();
    try (var alone = new Load()) {
      // The modest client has a thread of its own, so that it does not wait while another thread
      // reads lists.
      measure(load, server, alone.connect(server.address()).as(MODEST));
    }
  }

  private void measure(Load load, ServerProcess server, LoadConnection modest) {
    Latencies unused = probe(modest, settings.number("warmup", 500));
    Latencies quiet = probe(modest, settings.number("probes", 2_000));
    GreedyClient greed = greed(load, server);
    long settled = System.nanoTime() + settings.number("settle", 15) * 1_000_000_000L;
    while (System.nanoTime() < settled) {
      // Long enough for the priority level to borrow all seats that it may.
      LockSupport.parkNanos(settled - System.nanoTime());
    }
    Latencies greedy = probe(modest, settings.number("probes", 2_000));
    greed.end();
    System.out.printf(
        "%-12s%12.2f%12.2f%12.2f%12.2f%10d%12d%10d%10d%n",
        server.name(),
        quiet.millis(0.5),
        quiet.millis(0.99),
        greedy.millis(0.5),
        greedy.millis(0.99),
        greedy.nanos().size(),
        greedy.rejected(),
        greed.lists(),
        greed.rejected());
    load.disconnect();
  }

  private GreedyClient greed(Load load, ServerProcess server) {
    int lists = settings.number("lists", 400);
    List<LoadConnection> connections =
        IntStream.range(0, (lists + STREAMS - 1) / STREAMS)
            .mapToObj(i -> load.connect(server.address()).as(GreedyClient.USER))
            .toList();
    var greed = new GreedyClient(ConfigMaps.PATH);
    for (int i = 0; i < lists; i++) {
      greed.list(connections.get(i % connections.size()));
    }
    return greed;
  }

  /**
   * Sends GETs one after the other, with a pause between them. A rejected one is sent again after
   * the second that {@code Retry-After} names, as client-go does, and its latency includes that
   * second.
   */
  private static Latencies probe(LoadConnection connection, int count) {
    List<Long> nanos = new ArrayList<>();
    int rejected = 0;
    long end = System.nanoTime() + MAX_NANOS;
    while (nanos.size() < count && System.nanoTime() < end) {
      long start = System.nanoTime();
      while (!get(connection, ConfigMaps.name(nanos.size() % 10))) {
        rejected++;
        LockSupport.parkNanos(1_000_000_000);
      }
      nanos.add(System.nanoTime() - start);
      LockSupport.parkNanos(1_000_000);
    }
    return new Latencies(nanos, rejected);
  }

  /** Returns false if the server rejects the request. */
  private static boolean get(LoadConnection connection, String name) {
    var status = new Status();
    connection.send(
        connection.headers("GET", ConfigMaps.PATH + "/" + name).add("accept", "application/json"),
        new byte[0],
        status);
    int code = status.whenOver.join();
    if (code != 200 && code != 429) {
      throw new IllegalStateException("GET of %s: status %d".formatted(name, code));
    }
    return code == 200;
  }

  /** The status of a response whose body is dropped. */
  private static final class Status implements ResponseListener {
    private final CompletableFuture<Integer> whenOver = new CompletableFuture<>();
    private int code;

    @Override
    public void headers(int status) {
      code = status;
    }

    @Override
    public boolean data(ByteBuf data) {
      return true;
    }

    @Override
    public void end() {
      whenOver.complete(code);
    }

    @Override
    public void broken(String reason) {
      whenOver.completeExceptionally(new IllegalStateException(reason));
    }
  }

  /** Sorted latencies, and the number of responses with 429. */
  private record Latencies(List<Long> nanos, int rejected) {
    Latencies {
      nanos = nanos.stream().sorted().toList();
    }

    double millis(double part) {
      return nanos.isEmpty()
          ? Double.NaN
          : nanos.get((int) Math.ceil(nanos.size() * part) - 1) / 1e6;
    }
  }
}
