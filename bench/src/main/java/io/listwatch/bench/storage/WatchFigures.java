package io.listwatch.bench.storage;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/**
 * Measures a watch of everything while 16 writers write, and the writers' rate without it. Then
 * measures the latency from a write's acknowledgement to the watching thread, with one writer.
 */
final class WatchFigures {
  private static final int MAX_REVISIONS = 1 << 20;
  private static final int WRITERS = 16;
  private static final int ROUNDS = 4;

  private final Engines engines;
  private final Stopwatch stopwatch;

  /** Index of the next key, for all engines. */
  private int nextIndex;

  /**
   * The figures of one engine.
   *
   * @param micros latencies from acknowledgement to watcher, sorted
   */
  private record Figures(double unwatched, double seen, List<Double> micros) {
    double percentile(double part) {
      return micros.get((int) (micros.size() * part));
    }
  }

  WatchFigures(Engines engines, Stopwatch stopwatch) {
    this.engines = engines;
    this.stopwatch = stopwatch;
  }

  void print() throws InterruptedException {
    List<Figures> all = new ArrayList<>();
    for (Storage storage : engines.open("watch")) {
      try (storage) {
        all.add(measure(storage));
      }
    }
    System.out.println("one watch of everything");
    line("  writes a second, 16 at a time, unwatched", all, Figures::unwatched);
    line("  events a second, seen while they write", all, Figures::seen);
    line("  µs from acknowledgement to watcher, p50", all, each -> each.percentile(0.5));
    line("  µs from acknowledgement to watcher, p99", all, each -> each.percentile(0.99));
  }

  private static void line(String what, List<Figures> all, ToDoubleFunction<Figures> figure) {
    System.out.printf("%-48s%14s", what, "");
    all.forEach(each -> System.out.printf("%,15.2f", figure.applyAsDouble(each)));
    System.out.println();
  }

  /** Alternates between measurements with and without a watch. */
  private Figures measure(Storage storage) throws InterruptedException {
    double unwatched = 0;
    double seen = 0;
    double unused = write(storage, WRITERS, ROUNDS, revision -> {});
    for (int round = 0; round < ROUNDS; round++) {
      unwatched += write(storage, WRITERS, ROUNDS, revision -> {}) / ROUNDS;
      seen += new Watched(storage, WRITERS, ROUNDS).rate / ROUNDS;
    }
    return new Figures(unwatched, seen, new Watched(storage, 1, 1).micros());
  }

  /** Returns the acknowledged writes per second in a part of the time. */
  private double write(Storage storage, int writers, int parts, LongConsumer acknowledged)
      throws InterruptedException {
    var time = new Stopwatch(stopwatch.seconds() / parts);
    var written = StorageWriters.write(storage, nextIndex, writers, time, acknowledged);
    nextIndex = written.nextIndex();
    return written.rate();
  }

  /** One measurement of writes with a watching thread. */
  private final class Watched {
    /** Acknowledgement times by revision. */
    private final AtomicLongArray acknowledgedAt = new AtomicLongArray(MAX_REVISIONS);

    private final AtomicLongArray seenAt = new AtomicLongArray(MAX_REVISIONS);
    private final AtomicLong seen = new AtomicLong();
    private final double rate;

    Watched(Storage storage, int writers, int parts) throws InterruptedException {
      long after = storage.currentRevision().toCompletableFuture().join();
      int first = nextIndex;
      long start = System.nanoTime();
      try (var watch = storage.watch(KeyRange.all(), after)) {
        var reader = new Thread(() -> read(watch), "watcher");
        reader.setDaemon(true);
        reader.start();
        double unused = write(storage, writers, parts, revision -> note(acknowledgedAt, revision));
        while (seen.get() < nextIndex - first) {
          Thread.sleep(1);
        }
      }
      rate = (nextIndex - first) / Stopwatch.secondsSince(start);
    }

    private void read(BlockingWatch watch) {
      try {
        for (ChangeSet next = watch.next(); next != null; next = watch.next()) {
          note(seenAt, next.revision());
          seen.addAndGet(next.changes().size());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private static void note(AtomicLongArray times, long revision) {
      times.set((int) (revision % MAX_REVISIONS), System.nanoTime());
    }

    /**
     * Returns the latencies, sorted. They are zero where the watch was faster than the
     * acknowledgement.
     */
    List<Double> micros() {
      double[] micros = new double[MAX_REVISIONS];
      int count = 0;
      for (int i = 0; i < MAX_REVISIONS; i++) {
        if (seenAt.get(i) != 0 && acknowledgedAt.get(i) != 0) {
          micros[count++] = Math.max(0, seenAt.get(i) - acknowledgedAt.get(i)) / 1e3;
        }
      }
      return Arrays.stream(micros, 0, count).sorted().boxed().toList();
    }
  }
}
