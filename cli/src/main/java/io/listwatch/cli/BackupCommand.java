package io.listwatch.cli;

import io.listwatch.storage.sqlite.SqliteStorage;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies the database into a file, also while a server uses it. */
@Command(
    name = "backup",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Copies the database into a file, also while a server uses it.")
final class BackupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Parameters(paramLabel = "FILE", description = "The file to write; it must not exist.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    SqliteStorage.backup(data.directory(), file);
    spec.commandLine().getOut().println("wrote " + file);
    return 0;
  }
}
