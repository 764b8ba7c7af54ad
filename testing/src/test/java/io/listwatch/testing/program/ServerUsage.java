package io.listwatch.testing.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures the memory, threads, files and series of a server process on Linux. */
final class ServerUsage {
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final Program server;
  private final Http http;
  private final long pid;

  ServerUsage(Program server) {
    this.server = server;
    this.http = new Http(server.plain());
    this.pid = server.command().pid();
  }

  Sample sample() throws IOException {
    jcmd("GC.run");
    return new Sample(
        heapKilobytes(),
        entries(Path.of("/proc", String.valueOf(pid), "task")),
        entries(Path.of("/proc", String.valueOf(pid), "fd")),
        http.get("/metrics").body().lines().filter(line -> !line.startsWith("#")).count(),
        databaseKilobytes());
  }

  private long heapKilobytes() {
    long used = 0;
    Matcher space = USED.matcher(jcmd("GC.heap_info").replaceFirst("(?s)Metaspace.*", ""));
    while (space.find()) {
      used += Long.parseLong(space.group(1));
    }
    return used;
  }

  private String jcmd(String command) {
    String java = System.getProperty("java.home");
    return Command.run(Path.of(java, "bin", "jcmd").toString(), String.valueOf(pid), command);
  }

  private static long entries(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  private long databaseKilobytes() throws IOException {
    try (Stream<Path> files = Files.walk(server.data())) {
      return files.mapToLong(each -> each.toFile().length()).sum() / 1024;
    }
  }

  /**
   * Compares the last quarter of the samples with the second. The first quarter, in which caches
   * and pools fill, does not count.
   *
   * @return one line for each quantity that has grown
   */
  static List<String> growth(List<Sample> samples) {
    var grown = new ArrayList<String>();
    check("heap KB", samples, Sample::heap, 1.25, 8_192, grown);
    check("threads", samples, Sample::threads, 1, 5, grown);
    check("file descriptors", samples, Sample::files, 1, 25, grown);
    check("series", samples, Sample::series, 1.02, 5, grown);
    check("database KB", samples, Sample::database, 1.25, 8_192, grown);
    return grown;
  }

  private static void check(
      String name,
      List<Sample> samples,
      ToLongFunction<Sample> quantity,
      double factor,
      long margin,
      List<String> grown) {
    int quarter = samples.size() / 4;
    long early = median(samples.subList(quarter, 2 * quarter), quantity);
    long late = median(samples.subList(samples.size() - quarter, samples.size()), quantity);
    if (late > early * factor + margin) {
      grown.add("%s: %d, then %d".formatted(name, early, late));
    }
  }

  private static long median(List<Sample> samples, ToLongFunction<Sample> quantity) {
    return samples.stream()
        .map(quantity::applyAsLong)
        .sorted(Comparator.naturalOrder())
        .skip(samples.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  /**
   * One measurement.
   *
   * @param heap in KB, after a full collection
   * @param database in KB, with its write-ahead log
   */
  record Sample(long heap, long threads, long files, long series, long database) {
    static final String TITLE = " heap KB threads   files  series   db KB";

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%8d%8d%8d%8d%8d", heap, threads, files, series, database);
    }
  }
}
