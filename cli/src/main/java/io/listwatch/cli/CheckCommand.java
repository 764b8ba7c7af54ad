package io.listwatch.cli;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks the database for damage. */
@Command(
    name = "check",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Checks the database for damage. No server may be using it.")
final class CheckCommand implements Callable<Integer> {
  private static final int DAMAGED = 1;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Override
  public Integer call() {
    DataOption.requireDatabase(data.directory());
    List<String> damage;
    Timers timers = Timers.system();
    try (var line = new ProgressLine(spec.commandLine().getErr());
        var storage = SqliteStorage.open(data.directory(), new StorageTime(timers))) {
      damage = storage.check(line.of("checking", timers));
    }
    var out = spec.commandLine().getOut();
    damage.forEach(out::println);
    out.println(damage.isEmpty() ? "no damage found" : "the database is damaged: restore a backup");
    return damage.isEmpty() ? 0 : DAMAGED;
  }
}
