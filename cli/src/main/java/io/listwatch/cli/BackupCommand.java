package io.listwatch.cli;

import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Pause;
import io.listwatch.time.Progress;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies the database to a file, even while a server is using it. */
@Command(
    name = "backup",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Copies the database to a file. A server may be using it.")
final class BackupCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int MIB = 1024 * 1024;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Parameters(paramLabel = "FILE", description = "The file to write; it must not exist.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws InterruptedException {
    Timers timers = Timers.system();
    // The backup closes the pause when it is complete.
    var pause = new Pause(timers);
    try (var thread = new SingleThread("listwatch-backup");
        var line = new ProgressLine(spec.commandLine().getErr())) {
      var progress = new Progress("writing, in MiB", timers, line);
      var backup =
          CompletableFuture.runAsync(() -> SqliteStorage.backup(data.directory(), file), thread)
              .whenComplete((done, failure) -> pause.close());
      while (pause.sleep(LOOK)) {
        progress.reached(
            SqliteStorage.backedUp(file) / MIB, () -> SqliteStorage.size(data.directory()) / MIB);
      }
      Stages.join(backup);
    }
    spec.commandLine().getOut().println("wrote " + file);
    return 0;
  }
}
