package io.listwatch.cli;

import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Deletes the history of a storage. */
@Command(
    name = "compact",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Deletes the history before now. Watches can no longer resume from earlier versions.",
      "With --storage sqlite, no server may be using the database."
    })
final class CompactCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private StorageOptions options = new StorageOptions();

  @Override
  public Integer call() throws IOException {
    if (options.engine() == StorageOptions.Engine.SQLITE) {
      DataOption.requireDatabase(options.data().directory());
    }
    try (Storage storage = options.open(Timers.system())) {
      long revision = Stages.join(storage.currentRevision());
      Stages.join(storage.compact(revision));
      spec.commandLine()
          .getOut()
          .println("compacted: versions before " + revision + " are deleted");
    }
    return 0;
  }
}
