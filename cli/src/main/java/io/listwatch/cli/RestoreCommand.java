package io.listwatch.cli;

import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replaces the database with a backup. */
@Command(
    name = "restore",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Replaces the database with a backup. No server may be using it.",
      "Resource versions continue above all earlier ones, so that clients list again."
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Parameters(paramLabel = "FILE", description = "The file that listwatch backup wrote.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    DataOption.requireUsable(data.directory());
    Timers timers = Timers.system();
    try (var line = new ProgressLine(spec.commandLine().getErr())) {
      SqliteStorage.restore(
          file, data.directory(), line.ofBytes("copying", timers), line.of("checking", timers));
    }
    spec.commandLine().getOut().println("restored " + file + " into " + data.directory());
    return 0;
  }
}
