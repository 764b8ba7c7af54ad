package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.bench.Settings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/**
 * Measures a server's CPU time for a list of 10,000 ConfigMaps of 2 KB, per MB of JSON:
 * uncompressed, compressed, and as the initial events of a watch.
 */
final class ListBenchmark {
  /** Warm-up rounds, not counted. */
  private static final int WARM_UP = 60;

  private final Contest contest;
  private final Settings settings;

  private ListBenchmark(Contest contest, Settings settings) {
    this.contest = contest;
    this.settings = settings;
  }

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    try (var contest = new Contest(settings, settings.number("objects", 10_000))) {
      new ListBenchmark(contest, settings).run();
    }
  }

  private void run() {
    long items = contest.objects().size();
    Table.head("list of %,d ConfigMaps, ms CPU per MB".formatted(items), contest.servers());
    List<String> parts = List.of(settings.text("parts", "identity,gzip,streaming").split(",", -1));
    if (parts.contains("identity")) {
      measure(
          "identity (a trial of the library alone: 2.2)",
          WARM_UP,
          connection -> list(connection, ""));
    }
    if (parts.contains("gzip")) {
      // gzip needs a tenth of the warm-up: nearly all of it is native code, and it takes ten times
      // as long.
      measure("gzip", WARM_UP / 10, connection -> list(connection, "gzip"));
    }
    if (parts.contains("streaming")) {
      measure("streaming initial list", WARM_UP, ListBenchmark::initialEvents);
    }
  }

  /** Alternates between the servers, so that other load on the machine affects all of them. */
  private void measure(String what, int warmUp, ToLongFunction<LoadConnection> request) {
    List<LoadConnection> connections = new ArrayList<>();
    for (ServerProcess server : contest.servers()) {
      connections.add(contest.load().connect(server.address()));
    }
    double[] nanos = new double[connections.size()];
    int lists = settings.number("lists", 10);
    int rounds = settings.number("rounds", 12);
    for (int round = -settings.number("warmup", warmUp); round < rounds; round++) {
      for (int i = 0; i < nanos.length; i++) {
        long before = contest.servers().get(i).cpu().toNanos();
        for (int n = 0; n < lists; n++) {
          long unused = request.applyAsLong(connections.get(i));
        }
        nanos[i] += round < 0 ? 0 : contest.servers().get(i).cpu().toNanos() - before;
      }
    }
    List<Double> figures = new ArrayList<>();
    for (int i = 0; i < nanos.length; i++) {
      figures.add(nanos[i] / 1e6 / (megabytes(connections.get(i)) * lists * rounds));
    }
    Table.row(what, figures);
    contest.load().disconnect();
  }

  /**
   * Returns the size of an uncompressed list, which must contain all objects and so exceed their
   * submitted size.
   */
  private double megabytes(LoadConnection connection) {
    long length = list(connection, "");
    long least = (long) ConfigMaps.submitted(0, 0).length * contest.objects().size();
    if (length < least) {
      throw new IllegalStateException("length: %d (expected: over %d)".formatted(length, least));
    }
    return length / 1e6;
  }

  private static long list(LoadConnection connection, String encoding) {
    var headers = connection.headers("GET", ConfigMaps.PATH).add("accept", "application/json");
    if (!encoding.isEmpty()) {
      headers.add("accept-encoding", encoding);
    }
    Body body = Body.counted();
    connection.send(headers, new byte[0], body);
    return body.whole().join().length();
  }

  private static long initialEvents(LoadConnection connection) {
    var headers =
        connection.headers(
            "GET",
            ConfigMaps.PATH
                + "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                + "&resourceVersionMatch=NotOlderThan");
    var events = new Events();
    connection.send(headers.add("accept", "application/json"), new byte[0], events);
    return events.whole.join();
  }

  /** Reads up to the bookmark that ends the initial events, then resets the stream. */
  private static final class Events implements ResponseListener {
    private static final ByteBuf END =
        Unpooled.unreleasableBuffer(Unpooled.copiedBuffer("initial-events-end", US_ASCII));

    /** Upper bound for the size of the bookmark that ends the initial events. */
    private static final int LAST = 400;

    private final CompletableFuture<Long> whole = new CompletableFuture<>();

    /** The last bytes read before, because the marker may be split between two reads. */
    private byte[] before = new byte[0];

    private long length;

    @Override
    public void headers(int status) {
      if (status != 200) {
        broken("status " + status);
      }
    }

    @Override
    public boolean data(ByteBuf data) {
      length += data.readableBytes();
      // Nothing follows the bookmark, so the marker is at the end of the bytes read.
      ByteBuf read = Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(before), data);
      int kept = Math.min(read.readableBytes(), LAST);
      before = ByteBufUtil.getBytes(read, read.writerIndex() - kept, kept);
      return ByteBufUtil.indexOf(END, Unpooled.wrappedBuffer(before)) < 0
          || !whole.complete(length);
    }

    @Override
    public void end() {
      broken("ended before its initial events did");
    }

    @Override
    public void broken(String reason) {
      whole.completeExceptionally(new IllegalStateException(reason));
    }
  }
}
