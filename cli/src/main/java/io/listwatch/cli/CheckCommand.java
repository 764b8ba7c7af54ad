package io.listwatch.cli;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.ValueCheck;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Progress;
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
    List<String> damagedObjects = List.of();
    Timers timers = Timers.system();
    try (var line = new ProgressLine(spec.commandLine().getErr());
        var storage = SqliteStorage.open(data.directory(), new StorageTime(timers))) {
      damage = storage.check(line.of("checking", timers));
      if (damage.isEmpty()) {
        damagedObjects = checkValues(storage, line, timers);
      }
    }
    var out = spec.commandLine().getOut();
    damage.forEach(out::println);
    damagedObjects.forEach(out::println);
    if (damage.isEmpty() && damagedObjects.isEmpty()) {
      out.println("no damage found");
      return 0;
    }
    out.println(
        damage.isEmpty()
            ? "these objects are damaged: delete and create them again, or restore a backup"
            : "the database is damaged: restore a backup");
    return DAMAGED;
  }

  /** Checks the checksums of the objects, which SQLite does not know. */
  private static List<String> checkValues(Storage storage, ProgressLine line, Timers timers) {
    var progress = new Progress("checking objects", timers, line);
    return new ValueCheck(
            storage, done -> progress.reached(done, () -> storage.count(KeyRange.all())))
        .run();
  }
}
