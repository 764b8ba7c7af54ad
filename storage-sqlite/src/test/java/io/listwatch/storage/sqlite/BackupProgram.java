package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.nio.file.Path;

/** Backs up a storage and restores it, and prints {@code wrote} and {@code restored}. */
final class BackupProgram {
  private BackupProgram() {}

  /**
   * Ends after the restore.
   *
   * @param arguments the directory to create; the file of the backup; the directory to restore into
   */
  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    Path file = Path.of(arguments[1]);
    try (var storage =
        SqliteStorage.open(directory, new ManualStorageClock(), Retention.everything())) {
      var unused = done(storage.create(Key.of("a"), new byte[100]));
    }
    SqliteStorage.backup(directory, file);
    System.out.println("wrote " + file);
    SqliteStorage.restore(file, Path.of(arguments[2]));
    System.out.println("restored " + file);
  }
}
