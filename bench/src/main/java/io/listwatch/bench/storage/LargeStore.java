package io.listwatch.bench.storage;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.io.IOException;

/**
 * Fills a store with 1.5 GB of values, opens it again and reads it from end to end. bench/run gives
 * it a heap of 512 MB.
 */
final class LargeStore {
  private LargeStore() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int objects = (int) (settings.number("megabytes", 1_500) * 1_000_000L / Sample.VALUE_BYTES);
    try (var scratch = new Scratch(settings)) {
      long start = System.nanoTime();
      try (SqliteStorage storage = open(scratch)) {
        StorageWriters.fill(storage, objects);
      }
      say("filled with " + objects + " objects", start);
      start = System.nanoTime();
      try (SqliteStorage storage = open(scratch)) {
        say("opened", start);
        start = System.nanoTime();
        boolean found = storage.get(Sample.key(objects / 2)).isPresent();
        say(found ? "answered a get" : "LOST AN OBJECT", start);
        start = System.nanoTime();
        say("read " + readAll(storage) + " objects, page by page", start);
      }
    }
    System.out.printf("heap: at most %d MiB%n", Runtime.getRuntime().maxMemory() >> 20);
  }

  private static SqliteStorage open(Scratch scratch) {
    return SqliteStorage.open(scratch.resolve("large"), new StorageTime(Timers.system()));
  }

  private static long readAll(SqliteStorage storage) {
    RangePage page = storage.range(KeyRange.all(), 10_000);
    long read = page.entries().size();
    while (page.rest().isPresent()) {
      page = storage.range(page.rest().get(), 10_000, page.revision());
      read += page.entries().size();
    }
    return read;
  }

  private static void say(String what, long start) {
    System.out.printf("%-44s%12.2f s%n", what, Stopwatch.secondsSince(start));
  }
}
