package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Measures the CPU time for an update of a pod while 5,000 watches each select the pods of another
 * node, as kubelets do, and with one such watch. In both cases an update matches one watch.
 */
final class NodesBenchmark {
  private static final String PATH = "/api/v1/namespaces/default/pods";
  private static final int WRITERS = 16;

  private final ServerProcess server;
  private final Load load;
  private final int watchers;
  private final int streams;
  private final int rate;
  private final int warmUp;
  private final int seconds;
  private int sequence;

  private NodesBenchmark(ServerProcess server, Load load, Settings settings) {
    this.server = server;
    this.load = load;
    this.watchers = settings.number("watchers", 5_000);
    this.streams = settings.number("streams", 100);
    this.rate = settings.number("rate", 200);
    this.warmUp = settings.number("warmup", 30);
    this.seconds = settings.number("seconds", 20);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int rounds = settings.number("rounds", 3);
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
      var benchmark = new NodesBenchmark(server, load, settings);
      benchmark.createPods();
      for (int round = 1; round <= rounds; round++) {
        double one = benchmark.measure(1);
        double many = benchmark.measure(benchmark.watchers);
        System.out.printf(
            "round %d: µs CPU for an update with 1 watch %,8.0f, with %,d %,8.0f, ratio %.2f%n",
            round, one, benchmark.watchers, many, many / one);
      }
    }
  }

  /** Creates a pod on each node. */
  private void createPods() {
    List<byte[]> unused =
        Writers.create(
            load.connect(server.address()), PATH, NodesBenchmark::pod, watchers, WRITERS);
    load.disconnect();
  }

  private static byte[] pod(int node) {
    return """
    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod-%d","namespace":"default"},\
    "spec":{"nodeName":"node-%d","containers":[{"name":"main","image":"main:1"}]}}\
    """
        .formatted(node, node)
        .getBytes(UTF_8);
  }

  /**
   * Returns the CPU time for an update, in microseconds.
   *
   * @param nodes the number of nodes that are watched, and whose pods are updated
   */
  private double measure(int nodes) throws InterruptedException {
    var events = new EventCount();
    watch(nodes, events);
    update(nodes, warmUp * rate, events);
    long before = server.cpu().toNanos();
    int updates = seconds * rate;
    update(nodes, updates, events);
    double micros = (server.cpu().toNanos() - before) / 1e3 / updates;
    load.disconnect();
    return micros;
  }

  private void watch(int nodes, EventCount events) throws InterruptedException {
    var latest = Body.kept();
    LoadConnection first = load.connect(server.address());
    first.send(
        first.headers("GET", PATH + "?limit=1").add("accept", "application/json"),
        new byte[0],
        latest);
    String version = version(new String(latest.whole().join().bytes(), UTF_8));
    List<LoadConnection> connections =
        load.connect(server.address(), Math.max(1, (nodes + streams - 1) / streams));
    for (int i = 0; i < nodes; i++) {
      var connection = connections.get(i % connections.size());
      String path =
          "/api/v1/pods?watch=true&fieldSelector=spec.nodeName%3Dnode-"
              + i
              + "&resourceVersion="
              + version;
      var headers = connection.headers("GET", path).add("accept", "application/json");
      connection.send(headers, new byte[0], events.listener());
    }
    events.awaitWatches(nodes);
  }

  /** Returns the version of a list, which comes before its items. */
  private static String version(String list) {
    String name = "\"resourceVersion\":\"";
    int at = list.indexOf(name) + name.length();
    return list.substring(at, list.indexOf('"', at));
  }

  /** Sends updates at the given rate and waits until each has been delivered. */
  private void update(int nodes, int count, EventCount events) throws InterruptedException {
    var writer = load.connect(server.address());
    List<CompletableFuture<Body>> answers = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long early = start + i * 1_000_000_000L / rate - System.nanoTime();
      if (early > 0) {
        Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
      }
      if (i >= nodes) {
        // Concurrent patches of one pod would conflict.
        var unused = answers.get(i - nodes).join();
      }
      Body answer = Body.counted();
      String patch = "{\"metadata\":{\"annotations\":{\"n\":\"%d\"}}}".formatted(++sequence);
      writer.send(
          writer
              .headers("PATCH", PATH + "/pod-" + i % nodes)
              .add("content-type", "application/merge-patch+json"),
          patch.getBytes(UTF_8),
          answer);
      answers.add(answer.whole());
    }
    answers.forEach(CompletableFuture::join);
    events.awaitMore(count);
  }
}
