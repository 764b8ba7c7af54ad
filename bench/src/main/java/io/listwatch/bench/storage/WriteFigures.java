package io.listwatch.bench.storage;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.Storage;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * How many durable writes a second 1, 16 and 64 writers make, beside transactions of as many
 * inserts. In short turns, so that what else the machine does falls on all.
 */
public final class WriteFigures {
  private static final int ROUNDS = 6;

  private final Engines engines;
  private final Stopwatch stopwatch;

  /** Of the next key, whoever writes it. */
  private int nextIndex;

  WriteFigures(Engines engines, Stopwatch stopwatch) {
    this.engines = engines;
    this.stopwatch = new Stopwatch(stopwatch.seconds() / ROUNDS);
  }

  /** How many writes a second SQLite makes for so many writers, once it is warm. */
  public static double sqliteRate(Path directory, int writers, double seconds)
      throws InterruptedException {
    try (Storage storage = SqliteStorage.open(directory, new StorageTime(Timers.system()))) {
      var stopwatch = new Stopwatch(seconds / 2);
      var first = StorageWriters.write(storage, 0, writers, stopwatch, revision -> {});
      return StorageWriters.write(storage, first.nextIndex(), writers, stopwatch, revision -> {})
          .rate();
    }
  }

  void print() throws SQLException, InterruptedException {
    List<Storage> storages = engines.open("writes");
    try (var bare = engines.openBare("bare-writes")) {
      // For the compilers.
      double unused = insert(bare, 16);
      for (Storage storage : storages) {
        unused = write(storage, 16);
      }
      for (int writers : new int[] {1, 16, 64}) {
        print(bare, storages, writers);
      }
    }
    storages.forEach(Storage::close);
  }

  private void print(BareSqlite bare, List<Storage> storages, int writers)
      throws InterruptedException {
    double inserts = 0;
    double[] writes = new double[storages.size()];
    for (int round = 0; round < ROUNDS; round++) {
      inserts += insert(bare, writers) / ROUNDS;
      for (int i = 0; i < writes.length; i++) {
        writes[i] += write(storages.get(i), writers) / ROUNDS;
      }
    }
    StorageBenchmark.row(
        "writes a second, %d at a time".formatted(writers),
        inserts,
        Arrays.stream(writes).boxed().toList());
  }

  private double insert(BareSqlite bare, int group) {
    return stopwatch.rate(
        () -> {
          bare.insert(nextIndex, group);
          nextIndex += group;
          return group;
        });
  }

  private double write(Storage storage, int writers) throws InterruptedException {
    var written = StorageWriters.write(storage, nextIndex, writers, stopwatch, revision -> {});
    nextIndex = written.nextIndex();
    return written.rate();
  }
}
