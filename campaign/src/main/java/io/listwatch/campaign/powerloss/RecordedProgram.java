package io.listwatch.campaign.powerloss;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.engine.MachineClock;
import io.listwatch.storage.Key;
import io.listwatch.storage.Retention;
import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes to a SQLite storage from several threads, and prints a line for each acknowledged write.
 * Runs under strace. Each line is one system call, so the trace shows its order among the writes to
 * the database.
 */
final class RecordedProgram {
  private static final int KEYS = 4;
  private static final int MAX_FILLER = 6_000;

  private RecordedProgram() {}

  /** Arguments: the directory, the number of writes for each key, the seed. */
  public static void main(String... arguments) throws InterruptedException {
    Path directory = Path.of(arguments[0]);
    int writes = Integer.parseInt(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    try (var storage = SqliteStorage.open(directory, new MachineClock(), Retention.everything())) {
      List<Thread> threads = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        int number = key;
        threads.add(new Thread(() -> write(storage, number, writes, new Random(seed + number))));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void write(SqliteStorage storage, int key, int writes, Random random) {
    // Not closed: that would close standard output for the other threads.
    var out = new FileOutputStream(FileDescriptor.out);
    for (int step = 0; step < writes; step++) {
      String value = step + " " + "x".repeat(random.nextInt(MAX_FILLER));
      long revision =
          storage.put(Key.of("key" + key), value.getBytes(UTF_8)).toCompletableFuture().join();
      try {
        out.write(DiskTrace.acknowledgement(key, step, revision).getBytes(UTF_8));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
