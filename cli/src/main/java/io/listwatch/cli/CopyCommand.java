package io.listwatch.cli;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageCopy;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Progress;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Copies all objects between SQLite and etcd. */
@Command(
    name = "copy",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Copies all objects from a data directory to etcd, or back. No server may be writing.",
      "Resource versions continue above all earlier ones, so that clients list again."
    })
final class CopyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private EtcdOptions etcd = new EtcdOptions();

  @Option(
      names = "--from-data",
      paramLabel = "DIR",
      description = "Copy from this data directory to etcd.")
  private @Nullable Path from;

  @Option(
      names = "--to-data",
      paramLabel = "DIR",
      description = "Copy from etcd to this data directory.")
  private @Nullable Path to;

  @Override
  public Integer call() throws IOException {
    Path directory = from == null ? to : from;
    if (directory == null || (from != null && to != null)) {
      throw new UsageFailure("exactly one of --from-data and --to-data is required");
    }
    if (from != null) {
      DataOption.requireDatabase(from);
    } else {
      DataOption.requireUsable(directory);
    }
    Timers timers = Timers.system();
    try (Storage local = SqliteStorage.open(directory, new StorageTime(timers));
        Storage cluster = etcd.open(timers)) {
      Storage source = from == null ? cluster : local;
      Storage target = from == null ? local : cluster;
      long revision = copy(source, target, timers);
      spec.commandLine().getOut().println("copied; the copy begins at version " + revision);
    }
    return 0;
  }

  private long copy(Storage source, Storage target, Timers timers) {
    try (var line = new ProgressLine(spec.commandLine().getErr())) {
      var progress = new Progress("copying and comparing", timers, line);
      // Every key is read twice: once to copy, once to compare.
      LongSupplier total = () -> 2 * source.count(KeyRange.all());
      return new StorageCopy(source, target, done -> progress.reached(done, total)).run();
    }
  }
}
