package io.listwatch.bench;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Measures the cost of each further server in a JVM that runs many: the time until it has responded
 * to a write and a list, and the growth of the heap, of resident memory and of the number of
 * threads.
 */
final class ManyServers {
  /**
   * The number of servers that start and close before the measurement, so that class loading does
   * not count.
   */
  private static final int FIRST = 10;

  private ManyServers() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int count = settings.number("servers", 100);
    try (var first = new Servers()) {
      List<Double> millis = first.start(FIRST);
      System.out.printf("ms until the first has answered    %10.0f%n", millis.get(0));
    }
    try (var servers = new Servers()) {
      long heap = heap();
      long resident = resident();
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      List<Double> millis = servers.start(count);
      System.out.printf("servers                            %10d%n", count);
      System.out.printf("ms until one has answered, p50     %10.1f%n", at(millis, 0.5));
      System.out.printf("ms until one has answered, p90     %10.1f%n", at(millis, 0.9));
      System.out.printf(
          "KB of heap for each                %10d%n", (heap() - heap) / count / 1024);
      System.out.printf(
          "KB of resident memory for each     %10d%n", (resident() - resident) / count / 1024);
      System.out.printf(
          "threads for each                   %10.1f%n",
          (double) (ManagementFactory.getThreadMXBean().getThreadCount() - threads) / count);
    }
  }

  private static double at(List<Double> all, double part) {
    return all.stream().sorted().toList().get((int) ((all.size() - 1) * part));
  }

  private static long heap() {
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long resident() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(each -> each.startsWith("VmRSS:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }

  /** Running servers, each on a storage of its own in memory. */
  private static final class Servers implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final HttpClient client = HttpClient.newHttpClient();

    /** Starts servers one after the other. Returns the milliseconds that each took. */
    List<Double> start(int count) throws IOException, InterruptedException {
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        long start = System.nanoTime();
        Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
        open.push(storage);
        ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
        open.push(server);
        use(
            URI.create(
                "http://127.0.0.1:" + server.port() + "/api/v1/namespaces/default/configmaps"));
        millis.add((System.nanoTime() - start) / 1e6);
      }
      return millis;
    }

    private void use(URI objects) throws IOException, InterruptedException {
      String object =
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}";
      send(
          HttpRequest.newBuilder(objects)
              .header("content-type", "application/json")
              .POST(BodyPublishers.ofString(object))
              .build(),
          201);
      send(HttpRequest.newBuilder(objects).build(), 200);
    }

    private void send(HttpRequest request, int expected) throws IOException, InterruptedException {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      if (status != expected) {
        throw new IllegalStateException("status: %d (expected: %d)".formatted(status, expected));
      }
    }

    @Override
    public void close() throws IOException {
      try {
        while (!open.isEmpty()) {
          open.pop().close();
        }
      } catch (Exception e) {
        throw new IOException("a server could not be closed", e);
      }
    }
  }
}
