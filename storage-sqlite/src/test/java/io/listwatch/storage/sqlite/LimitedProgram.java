package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import java.nio.file.Path;

/**
 * Writes under a file size limit and prints the result of each write: {@code acknowledged} or
 * {@code failed}, and its number. At the end it prints {@code seen} for each write that a watch
 * delivered. If the storage cannot be opened it prints the reason.
 */
final class LimitedProgram {
  static final int VALUE_BYTES = 100_000;

  private LimitedProgram() {}

  /**
   * Ends after the number of writes given by the last argument.
   *
   * @param arguments the directory; the maximum size of the write-ahead log; the number of writes
   */
  public static void main(String[] arguments) {
    long maxLogBytes = Long.parseLong(arguments[1]);
    int writes = Integer.parseInt(arguments[2]);
    try (var storage =
        SqliteStorage.open(
            Path.of(arguments[0]),
            new ManualStorageClock(),
            Retention.everything(),
            database -> database.limitLog(maxLogBytes))) {
      writeAndWatch(storage, writes);
    } catch (StorageException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void writeAndWatch(SqliteStorage storage, int writes) {
    try (var watch = storage.watch(KeyRange.all(), 1, () -> {})) {
      for (int i = 0; i < writes; i++) {
        System.out.println(write(storage, i) + " " + i);
      }
      for (var set = watch.poll(); set != null; set = watch.poll()) {
        System.out.println("seen " + set.changes().get(0).key());
      }
    }
  }

  private static String write(SqliteStorage storage, int number) {
    try {
      done(storage.create(Key.of(Integer.toString(number)), new byte[VALUE_BYTES]));
      return "acknowledged";
    } catch (StorageUnavailableException | UnknownOutcomeException e) {
      return "failed";
    }
  }
}
