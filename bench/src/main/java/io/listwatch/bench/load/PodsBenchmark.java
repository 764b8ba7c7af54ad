package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.model.Pods;
import java.io.IOException;
import java.util.List;

/** Measures what the product's whole memory grows by for 10,000 pods, beside their JSON. */
final class PodsBenchmark {
  private static final String PATH = "/api/v1/namespaces/default/pods";
  private static final int WRITERS = 16;

  /** What the containers mount, which the server wants to be there. */
  private static final String VOLUME = "{\"name\":\"kube-api-access\",\"emptyDir\":{}}";

  private PodsBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    int count = settings.number("pods", 10_000);
    try (var scratch = new Scratch(settings);
        var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"));
        var load = new Load()) {
      var connection = load.connect(server.address());
      long unused = connection.get(PATH).join().length();
      long before = server.residentBytes();
      List<byte[]> pods = Writers.create(connection, PATH, PodsBenchmark::pod, count, WRITERS);
      long listed = connection.get(PATH).join().length();
      long after = server.residentBytes();
      long json = pods.stream().mapToLong(pod -> pod.length).sum();

      System.out.printf("pods                               %,12d%n", count);
      System.out.printf("JSON of them, as served            %,12d bytes (floor)%n", json);
      System.out.printf("length of their list               %,12d bytes%n", listed);
      System.out.printf("resident before                    %,12d bytes%n", before);
      System.out.printf("resident with them                 %,12d bytes%n", after);
      System.out.printf(
          "ratio of the growth to the JSON    %12.2f%n", (double) (after - before) / json);
    }
  }

  /**
   * Each of its own seed, so that names differ; valid, and without what a server gives and without
   * the owner that is not there, for which a server would collect it.
   */
  private static byte[] pod(int index) {
    return new String(Pods.plain(index).next(), UTF_8)
        .replaceFirst("\"namespace\":\"[^\"]*\"", "\"namespace\":\"default\"")
        .replaceFirst("\"volumes\":\\[", "\"volumes\":[" + VOLUME + ",")
        .replaceAll("\"cpu\":\"[0-9]+m\"", "\"cpu\":\"100m\"")
        .replaceAll("\"memory\":\"[0-9]+Mi\"", "\"memory\":\"128Mi\"")
        .replaceFirst(",\"ownerReferences\":\\[[^\\]]*\\]", "")
        .replaceFirst("\"uid\":\"[^\"]*\",\"resourceVersion\":\"[^\"]*\",", "")
        .getBytes(UTF_8);
  }
}
