package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Writes without end and prints each acknowledged write as {@code key step revision}, until it is
 * killed.
 */
final class CrashingProgram {
  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private CrashingProgram() {}

  /**
   * Runs until killed, or for the number of steps given by the second argument.
   *
   * @param arguments the directory; the number of steps, zero for no end; the next step of each key
   */
  public static void main(String[] arguments) throws InterruptedException {
    var storage =
        SqliteStorage.open(Path.of(arguments[0]), new ManualStorageClock(), Retention.everything());
    int steps = Integer.parseInt(arguments[1]);
    var threads = new Thread[arguments.length - 2];
    for (int i = 0; i < threads.length; i++) {
      Key key = Key.of("key" + i);
      int first = Integer.parseInt(arguments[i + 2]);
      threads[i] =
          new Thread(
              () -> {
                for (int step = first; steps == 0 || step < first + steps; step++) {
                  write(storage, key, step);
                }
              });
      threads[i].start();
    }
    for (var thread : threads) {
      thread.join();
    }
    storage.close();
  }

  private static void write(SqliteStorage storage, Key key, int step) {
    long revision = done(History.take(storage, key, step));
    say(key + " " + step + " " + revision);
  }

  private static void say(String line) {
    try {
      // One call, so that lines of several threads do not mix.
      OUT.write((line + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
