package io.listwatch.cli;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageMigration;
import io.listwatch.storage.StoredFormat;
import io.listwatch.time.Progress;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Rewrites all stored objects in one format. */
@Command(
    name = "migrate",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Rewrites all stored objects in one format: 2 (with checksums), or 1 for an older version.",
      "With --storage sqlite, no server may be using the database. On etcd, servers of this version"
          + " may run; for --to 1, stop all servers first."
    })
final class MigrateCommand implements Callable<Integer> {
  private static final int SOME_LEFT = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--to",
      paramLabel = "N",
      defaultValue = "2",
      description = "The format (default: ${DEFAULT-VALUE}).")
  private int number = StoredFormat.NEWEST.number();

  @Mixin private StorageOptions options = new StorageOptions();

  @Override
  public Integer call() throws IOException {
    StoredFormat target = StoredFormatOption.parse("--to", number);
    if (options.engine() == StorageOptions.Engine.SQLITE) {
      DataOption.requireDatabase(options.data().directory());
    }
    Timers timers = Timers.system();
    StorageMigration.Result result;
    try (Storage storage = options.open(timers)) {
      result = migrate(storage, target, timers);
    }
    var out = spec.commandLine().getOut();
    result.problems().forEach(out::println);
    out.println(
        "rewrote %d objects in format %d%s"
            .formatted(
                result.rewritten(),
                target.number(),
                result.left() == 0 ? "" : "; %d could not be rewritten".formatted(result.left())));
    return result.left() == 0 ? 0 : SOME_LEFT;
  }

  private StorageMigration.Result migrate(Storage storage, StoredFormat target, Timers timers) {
    try (var line = new ProgressLine(spec.commandLine().getErr())) {
      var progress = new Progress("migrating", timers, line);
      return new StorageMigration(
              storage, target, done -> progress.reached(done, () -> storage.count(KeyRange.all())))
          .run();
    }
  }
}
