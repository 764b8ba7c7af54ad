package io.listwatch.bench.storage;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Measures how fast one thread reads 10,000 objects: each alone, all at the current revision, and
 * all at a past revision, after half of them have changed.
 */
final class ReadFigures {
  private static final int OBJECTS = 10_000;

  private final Engines engines;
  private final Stopwatch stopwatch;

  ReadFigures(Engines engines, Stopwatch stopwatch) {
    this.engines = engines;
    this.stopwatch = stopwatch;
  }

  void print() throws SQLException, InterruptedException {
    List<Storage> storages = engines.open("reads");
    List<Long> filled = new ArrayList<>();
    for (Storage storage : storages) {
      filled.add(fill(storage));
    }
    try (var bare = engines.openBare("bare-reads")) {
      bare.insert(0, OBJECTS);
      print(bare, storages, filled);
    }
    storages.forEach(Storage::close);
  }

  /** Creates the objects and returns the revision before any of them changes. */
  private static long fill(Storage storage) throws InterruptedException {
    StorageWriters.fill(storage, OBJECTS);
    long revision = storage.currentRevision().toCompletableFuture().join();
    for (int i = 0; i < OBJECTS; i += 2) {
      long unused = storage.put(Sample.key(i), Sample.newValue()).toCompletableFuture().join();
    }
    return revision;
  }

  private void print(BareSqlite bare, List<Storage> storages, List<Long> filled) {
    var random = new Random(7);
    double bareGets = rate(() -> bare.get(Sample.key(random.nextInt(OBJECTS)).bytes()));
    StorageBenchmark.row(
        "gets a second",
        bareGets,
        rates(
            storages,
            storage -> storage.get(Sample.key(random.nextInt(OBJECTS))).isPresent() ? 1 : 0));

    double bareRanges = 1e3 / rate(() -> bare.range(OBJECTS) / OBJECTS);
    List<Double> now =
        rates(storages, storage -> read(storage, storage.range(KeyRange.all(), OBJECTS)));
    StorageBenchmark.row("ms for a range of 10,000", bareRanges, millis(now));
    List<Double> past =
        rates(
            storages,
            storage -> {
              long revision = filled.get(storages.indexOf(storage));
              return read(storage, storage.range(KeyRange.all(), OBJECTS, revision));
            });
    StorageBenchmark.row("ms for a range of 10,000, past (bare: now)", bareRanges, millis(past));
  }

  /** Reads the remaining pages of a range. Returns the number of complete ranges, which is 1. */
  private static int read(Storage storage, RangePage first) {
    int entries = first.entries().size();
    for (var rest = first.rest(); rest.isPresent(); ) {
      RangePage page = storage.range(rest.get(), OBJECTS, first.revision());
      entries += page.entries().size();
      rest = page.rest();
    }
    return entries / OBJECTS;
  }

  private List<Double> rates(List<Storage> storages, Function<Storage, Integer> step) {
    return storages.stream().map(storage -> rate(() -> step.apply(storage))).toList();
  }

  /** Measures twice: the first time is warm-up. */
  private double rate(Callable<Integer> step) {
    double unused = stopwatch.rate(step);
    return stopwatch.rate(step);
  }

  private static List<Double> millis(List<Double> rates) {
    return rates.stream().map(rate -> 1e3 / rate).toList();
  }
}
