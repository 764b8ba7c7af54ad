package io.listwatch.bench.compare;

import io.listwatch.bench.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A program with one informer that measures itself: the child process of {@link
 * InformersBenchmark}. It prints its progress and then its figures for the parent.
 */
final class MeasuredProgram {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Polling interval, long enough that polling costs nothing compared with the measured work. */
  private static final long LOOK_MILLIS = 5;

  /**
   * Number of repetitions. Only the second half counts, because most hot code is compiled by then.
   */
  private static final int REPETITIONS = 10;

  private final Settings settings;
  private final Row row;
  private final int pods;
  private InformingClient client;

  private MeasuredProgram(Settings settings) {
    this.settings = settings;
    this.row = Row.valueOf(settings.text("row", ""));
    this.pods = settings.number("pods", 0);
    this.client = newClient();
  }

  private InformingClient newClient() {
    var target = new Target(URI.create(settings.text("server", "")));
    var kept = Path.of(settings.text("kept", ""));
    return InformingClient.of(settings.text("client", ""), target, row, kept);
  }

  public static void main(String[] arguments) throws Exception {
    new MeasuredProgram(new Settings(arguments)).run();
    // Exits explicitly, because informers may have threads that keep running.
    System.exit(0);
  }

  private void run() throws Exception {
    sync();
    if (row.follows()) {
      follow();
    } else if (row.repeats()) {
      syncAgain();
    } else if (row == Row.RESTARTED) {
      client.close();
    } else {
      list();
    }
  }

  private void sync() throws Exception {
    openClassPath();
    long live = ProcessMeter.liveBytes();
    long cpu = ProcessMeter.cpuNanos();
    long start = System.nanoTime();
    client.start();
    awaitHandled(pods);
    print(Figure.SYNC_CPU, (ProcessMeter.cpuNanos() - cpu) / 1e9);
    print(Figure.SYNC_TIME, (System.nanoTime() - start) / 1e9);
    print(Figure.PEAK, ProcessMeter.peakBytes() / 1e6);
    print(Figure.RETAINED, (double) (ProcessMeter.liveBytes() - live) / pods);
    reached("synced");
  }

  private void syncAgain() throws Exception {
    var times = new long[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      client.close();
      client = newClient();
      long unused = ProcessMeter.liveBytes();
      long cpu = ProcessMeter.cpuNanos();
      client.start();
      awaitHandled(pods);
      times[i] = ProcessMeter.cpuNanos() - cpu;
    }
    Arrays.sort(times, REPETITIONS / 2, REPETITIONS);
    print(Figure.SYNC_AGAIN_CPU, times[REPETITIONS * 3 / 4] / 1e9);
  }

  /**
   * Opens every jar in advance: the class path has the jars of all clients, and the JVM's memory
   * for them must not count for one client.
   */
  private static void openClassPath() {
    var unused = MeasuredProgram.class.getResource("/no-such-resource");
  }

  private void follow() throws InterruptedException {
    int warmUp = settings.number("warmup", 0);
    int events = settings.number("events", 0);
    awaitHandled((long) pods + warmUp);
    var meter = new AllocationMeter();
    long allocated = meter.allocated();
    long cpu = ProcessMeter.cpuNanos();
    reached("warm");
    awaitHandled((long) pods + warmUp + events);
    print(Figure.EVENT_CPU, (ProcessMeter.cpuNanos() - cpu) / 1e3 / events);
    print(Figure.EVENT_ALLOCATION, (double) (meter.allocated() - allocated) / events);
  }

  private void awaitHandled(long count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!client.hasSynced() || client.handled() < count) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "handled: %d (expected: %d)".formatted(client.handled(), count));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** The first half of the time is warm-up. */
  private void list() throws IOException {
    Duration half = Duration.ofMillis(settings.number("seconds", 0) * 500L);
    double unused = objectsPerSecond(half);
    print(Figure.LISTED, objectsPerSecond(half));
    print(Figure.PEAK_AFTER, ProcessMeter.peakBytes() / 1e6);
  }

  private double objectsPerSecond(Duration atLeast) {
    long start = System.nanoTime();
    long listed = 0;
    long taken = 0;
    while (taken < atLeast.toNanos()) {
      listed += client.list();
      taken = System.nanoTime() - start;
    }
    return listed / (taken / 1e9);
  }

  private static void print(Figure figure, double value) {
    System.out.println(figure + "=" + value);
  }

  private static void reached(String what) {
    System.out.println(what);
    System.out.flush();
  }
}
