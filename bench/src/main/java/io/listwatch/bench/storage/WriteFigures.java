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
 * Measures the durable writes per second of 1, 16 and 64 writers, and of transactions with as many
 * inserts. Alternates in short turns, so that other load on the machine affects all of them.
 */
public final class WriteFigures {
  private static final int ROUNDS = 6;

  private final Engines engines;
  private final Stopwatch stopwatch;

  /** Index of the next key, for all writers. */
  private int nextIndex;

  WriteFigures(Engines engines, Stopwatch stopwatch) {
    this.engines = engines;
    this.stopwatch = new Stopwatch(stopwatch.seconds() / ROUNDS);
  }

  /** Returns the writes per second of SQLite with this many writers, after a warm-up. */
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
      // Warm-up.
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
