package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Measures the CPU time for delivering an event of 2 KB to a watcher, and the latency from the
 * update's request to the watcher, with 2,000 watchers of all objects. {@code text} makes objects
 * larger, and {@code delta=lw1} makes the watchers ask for deltas, which the floor does not send.
 */
final class WatchBenchmark {
  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");

  /** First sequence number of updates without watchers. */
  private static final int UNWATCHED = 500_000_000;

  private final Contest contest;
  private final int watchers;
  private final int connections;
  private final int rate;
  private final int unwatched;
  private final int warmUp;
  private final int updates;
  private final int text;
  private final String accept;

  private WatchBenchmark(Contest contest, Settings settings) {
    this.contest = contest;
    this.watchers = settings.number("watchers", 2_000);
    this.connections = settings.number("connections", 20);
    this.rate = settings.number("rate", 20);
    this.unwatched = settings.number("unwatched", 10_000);
    this.warmUp = rate * settings.number("warmup", 60);
    this.updates = warmUp + rate * settings.number("seconds", 20);
    this.text = settings.number("text", ConfigMaps.TEXT);
    String delta = settings.text("delta", "");
    this.accept =
        delta.isEmpty()
            ? "application/json"
            : "application/json;drop=metadata.managedFields;delta=" + delta;
  }

  /**
   * Starts each server several times, prints the differences between the starts, and reports the
   * median.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int starts = settings.number("starts", 3);
    List<List<Sample>> samples = new ArrayList<>();
    for (int start = 1; start <= starts; start++) {
      try (var contest = new Contest(settings, settings.number("objects", 100))) {
        if (start == 1) {
          Table.head("µs CPU per delivered event (a trial: 13)", contest.servers());
        }
        samples.add(new WatchBenchmark(contest, settings).run());
        Table.row("start " + start, figures(samples.subList(start - 1, start), Sample::micros));
      }
    }
    Table.row("median", figures(samples, Sample::micros));
    Table.row("deliveries a second", figures(samples, Sample::perSecond));
    Table.row("ms from request to watcher, p50", figures(samples, Sample::half));
    Table.row("ms from request to watcher, p99", figures(samples, Sample::most));
  }

  /** Returns the median over its starts for each server. */
  private static List<Double> figures(List<List<Sample>> samples, ToDoubleFunction<Sample> figure) {
    return IntStream.range(0, samples.get(0).size())
        .mapToObj(
            server ->
                samples.stream()
                    .map(start -> start.get(server))
                    .mapToDouble(figure)
                    .sorted()
                    .skip((samples.size() - 1) / 2)
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  private List<Sample> run() throws InterruptedException {
    List<Sample> samples = new ArrayList<>();
    for (ServerProcess server : contest.servers()) {
      var deliveries = new Deliveries(watchers, updates, warmUp);
      watch(server, deliveries, updateUnwatched(server));
      update(server, deliveries, 1, warmUp);
      long start = System.nanoTime();
      long cpu = server.cpu().toNanos();
      update(server, deliveries, warmUp + 1, updates);
      double delivered = (double) (updates - warmUp) * watchers;
      samples.add(
          new Sample(
              (server.cpu().toNanos() - cpu) / 1e3 / delivered,
              delivered / ((System.nanoTime() - start) / 1e9),
              deliveries.percentileMillis(0.5),
              deliveries.percentileMillis(0.99)));
      contest.load().disconnect();
    }
    return samples;
  }

  /**
   * Sends updates before there are watchers. This warms up the write path, which is not measured
   * and would be compiled late at a few updates per second.
   *
   * @return the version after them
   */
  private long updateUnwatched(ServerProcess server) {
    var writer = contest.load().connect(server.address());
    byte[] answer = contest.objects().get(contest.objects().size() - 1);
    for (int i = 0; i < unwatched; i++) {
      answer = update(writer, server, UNWATCHED + i, Body.kept()).bytes();
    }
    contest.load().disconnect();
    var version = VERSION.matcher(new String(answer, UTF_8));
    if (!version.find()) {
      throw new IllegalStateException("a response without a version");
    }
    return Long.parseLong(version.group(1));
  }

  private void watch(ServerProcess server, Deliveries deliveries, long version)
      throws InterruptedException {
    List<LoadConnection> opened = contest.load().connect(server.address(), connections);
    String path = ConfigMaps.PATH + "?watch=true&resourceVersion=" + version;
    for (int i = 0; i < watchers; i++) {
      var connection = opened.get(i % connections);
      var headers = connection.headers("GET", path).add("accept", accept);
      connection.send(headers, new byte[0], deliveries.watcher());
    }
    deliveries.awaitWatching();
  }

  /** Sends updates one after the other at the given rate, so that their order is defined. */
  private void update(ServerProcess server, Deliveries deliveries, int first, int last)
      throws InterruptedException {
    var writer = contest.load().connect(server.address());
    long start = System.nanoTime();
    for (int sequence = first; sequence <= last; sequence++) {
      long early = start + (sequence - first) * 1_000_000_000L / rate - System.nanoTime();
      if (early > 0) {
        Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
      }
      deliveries.sending(sequence);
      Body unused = update(writer, server, sequence, Body.counted());
    }
    deliveries.await((long) last * watchers);
  }

  private Body update(LoadConnection writer, ServerProcess server, int sequence, Body answer) {
    int index = sequence % contest.objects().size();
    byte[] object =
        server.isFloor()
            ? ConfigMaps.numbered(contest.objects().get(index), sequence)
            : ConfigMaps.submitted(index, sequence, text);
    writer.send(
        writer
            .headers("PUT", ConfigMaps.PATH + "/" + ConfigMaps.name(index))
            .add("content-type", "application/json"),
        object,
        answer);
    return answer.whole().join();
  }

  /**
   * The figures of one start of a server.
   *
   * @param micros CPU time per delivery
   * @param perSecond deliveries, all in order and without duplicates
   * @param half median latency in milliseconds, from an update's request to a watcher
   * @param most 99th percentile of the latency
   */
  private record Sample(double micros, double perSecond, double half, double most) {}
}
