package io.listwatch.bench.compare;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.bench.load.ServerProcess;
import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import java.time.Duration;

/**
 * Measures the effect of planned watch rotation on delivery: the time from an update's request to
 * the handlers of several informers. Alternates between long watches and watches of a second or
 * two.
 */
final class RotationBenchmark {
  static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  static final String LABEL = "sequence";

  private static final String OBJECT = "rotation";
  private static final Duration LONG = Duration.ofMinutes(10);

  private final Target target;
  private final int informers;
  private final int rate;
  private final int updates;
  private final Duration timeout;
  private final Latencies steady;
  private final Latencies rotating;

  /** The send time of each update. The sending thread writes it before it sends. */
  private final long[] sentAt;

  private int sequence;
  private int rotations;

  private RotationBenchmark(Settings settings, Target target) {
    int rounds = settings.number("rounds", 4);
    this.target = target;
    this.informers = settings.number("informers", 5);
    this.rate = settings.number("rate", 200);
    this.updates = rate * settings.number("seconds", 12);
    this.timeout = Duration.ofSeconds(settings.number("timeout", 2));
    this.sentAt = new long[2 * (rounds + 1) * updates + 1];
    this.steady = new Latencies(rounds * updates * informers);
    this.rotating = new Latencies(rounds * updates * informers);
  }

  public static void main(String[] arguments) throws Exception {
    var settings = new Settings(arguments);
    try (var scratch = new Scratch(settings);
        var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
      new RotationBenchmark(settings, new Target(server.address()))
          .run(settings.number("rounds", 4));
    }
  }

  private void run(int rounds) throws InterruptedException {
    try (ApiClient writer = target.client()) {
      String json = "{\"metadata\":{\"name\":\"%s\"}}".formatted(OBJECT);
      var unused = writer.resources(MAPS).create(Resource.parse(json));
      // Warm-up.
      turn(writer, timeout, new Latencies(0));
      turn(writer, LONG, new Latencies(0));
      rotations = 0;
      for (int i = 0; i < rounds; i++) {
        // Alternates the order, because the later run profits from better compiled code.
        boolean steadyFirst = i % 2 == 0;
        turn(writer, steadyFirst ? LONG : timeout, steadyFirst ? steady : rotating);
        turn(writer, steadyFirst ? timeout : LONG, steadyFirst ? rotating : steady);
      }
    }
    print();
  }

  private void turn(ApiClient writer, Duration watches, Latencies latencies)
      throws InterruptedException {
    try (var group = new RotatingInformers(target, informers, watches, this::since, latencies)) {
      group.awaitSync();
      int first = sequence;
      long start = System.nanoTime();
      while (sequence - first < updates) {
        long early = start + (sequence - first) * 1_000_000_000L / rate - System.nanoTime();
        if (early > 0) {
          Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
        }
        update(writer);
      }
      group.awaitUpdates((long) updates * informers);
      rotations += group.rotations();
    }
  }

  private void update(ApiClient writer) throws InterruptedException {
    sequence++;
    sentAt[sequence] = System.nanoTime();
    var unused =
        writer
            .resources(MAPS)
            .patch(
                OBJECT,
                Patch.merge(
                    "{\"metadata\":{\"labels\":{\"%s\":\"%d\"}}}".formatted(LABEL, sequence)));
  }

  private long since(int update) {
    return System.nanoTime() - sentAt[update];
  }

  private void print() {
    System.out.printf(
        "%d informers, %d updates a second, %d rotations%n", informers, rate, rotations);
    System.out.printf("%-37s%11s%11s%11s%n", "", "steady", "rotating", "ratio");
    System.out.printf("%-37s%,11d%,11d%n", "deliveries", steady.count(), rotating.count());
    for (double part : new double[] {0.5, 0.99, 0.999}) {
      double calm = steady.millis(part);
      double busy = rotating.millis(part);
      String asked = part == 0.999 ? " (≤ 1.20)" : "";
      System.out.printf(
          "%-37s%11.2f%11.2f%11.2f%s%n",
          "ms from request to handler, p" + part * 100, calm, busy, busy / calm, asked);
    }
  }
}
