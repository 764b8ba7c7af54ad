package io.listwatch.bench.compare;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.load.ConfigMaps;
import io.listwatch.bench.load.ServerProcess;
import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The CPU and memory until an operator of the Java Operator SDK with 10,000 ConfigMaps has synced,
 * with the informers of each {@link OperatorVariant}.
 */
final class OperatorBenchmark {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  private static final int WRITERS = 16;
  private static final String FLAGS = "-XX:+UseSerialGC -Xms64m -Xmx2g";

  private final Settings settings;
  private final Target target;
  private final int objects;

  private OperatorBenchmark(Settings settings, Target target) {
    this.settings = settings;
    this.target = target;
    this.objects = settings.number("objects", 10_000);
  }

  public static void main(String[] arguments) throws Exception {
    var settings = new Settings(arguments);
    try (var scratch = new Scratch(settings);
        var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
      new OperatorBenchmark(settings, new Target(server.address())).run();
    }
  }

  private void run() throws Exception {
    create(settings.number("text", 10_000));
    int rounds = settings.number("rounds", 3);
    for (int round = 1; round <= rounds; round++) {
      Map<OperatorVariant, Map<Figure, Double>> figures = new EnumMap<>(OperatorVariant.class);
      for (OperatorVariant each : OperatorVariant.values()) {
        figures.put(each, measure(each));
      }
      System.out.printf("%nround %d of %d, %s%n", round, rounds, FLAGS);
      print(figures);
    }
  }

  private void create(int text) throws InterruptedException, ExecutionException {
    var writers = Executors.newFixedThreadPool(WRITERS);
    try (ApiClient client = target.client()) {
      ResourceClient<Resource> maps = client.resources(MAPS).inNamespace("default");
      List<Callable<Resource>> work =
          IntStream.range(0, objects)
              .<Callable<Resource>>mapToObj(
                  i -> () -> maps.create(Resource.parse(ConfigMaps.submitted(i, 0, text))))
              .toList();
      long size = 0;
      for (Future<Resource> each : writers.invokeAll(work)) {
        size += each.get().size();
      }
      System.out.printf("%,d ConfigMaps of %,d bytes%n", objects, size / objects);
    } finally {
      writers.shutdown();
    }
  }

  private Map<Figure, Double> measure(OperatorVariant variant)
      throws IOException, InterruptedException {
    List<String> given =
        List.of("variant=" + variant, "server=" + target.address(), "objects=" + objects);
    List<String> flags = Arrays.asList(FLAGS.split(" ", -1));
    try (var process = new ClientProcess(OperatorProgram.class, flags, given)) {
      process.await("synced");
      return process.figures();
    }
  }

  private static void print(Map<OperatorVariant, Map<Figure, Double>> figures) {
    System.out.printf("%-39s", "");
    figures.keySet().forEach(each -> System.out.printf("%19s", each.words));
    System.out.println();
    for (Figure figure : List.of(Figure.SYNC_CPU, Figure.SYNC_TIME, Figure.PEAK, Figure.RETAINED)) {
      System.out.printf("%-39s", figure.words);
      figures.values().forEach(each -> System.out.printf("%19s", format(figure, each)));
      System.out.println();
    }
  }

  private static String format(Figure figure, Map<Figure, Double> figures) {
    return figure.format(figures.getOrDefault(figure, Double.NaN));
  }
}
