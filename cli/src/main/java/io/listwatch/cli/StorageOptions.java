package io.listwatch.cli;

import io.listwatch.server.PeriodicCompaction;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Storage;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the objects are kept, and how much of their history. */
final class StorageOptions {
  /** The engines there are. */
  enum Engine {
    MEMORY,
    SQLITE,
    ETCD
  }

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--storage",
      paramLabel = "ENGINE",
      defaultValue = "sqlite",
      description =
          "sqlite: in DIR; memory: gone when the server ends; etcd: an existing cluster (default:"
              + " ${DEFAULT-VALUE}).")
  private Engine engine = Engine.SQLITE;

  @Option(
      names = "--history-revisions",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "How many changes are kept for watches that resume and lists of the past (default:"
              + " ${DEFAULT-VALUE}). Of etcd, time alone decides.")
  private int historyRevisions = 100_000;

  @Option(
      names = "--history-minutes",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "For how long a version can be read after the write that followed it; a little longer,"
              + " at most twice as long in etcd (default: ${DEFAULT-VALUE}).")
  private int historyMinutes = 5;

  @Mixin private EtcdOptions etcd = new EtcdOptions();

  DataOption data() {
    return data;
  }

  Engine engine() {
    return engine;
  }

  /** Keeps the history of a storage bounded that does not do so by itself; null for others. */
  @Nullable PeriodicCompaction compaction(Storage storage, Timers timers) {
    return engine == Engine.ETCD
        ? new PeriodicCompaction(storage, Duration.ofMinutes(historyMinutes), timers)
        : null;
  }

  /** Opens the engine that was asked for. */
  Storage open(Timers timers) throws IOException {
    requireAtLeast(0, "--history-revisions", historyRevisions);
    // Without a pause between them, compactions would never end.
    requireAtLeast(engine == Engine.ETCD ? 1 : 0, "--history-minutes", historyMinutes);
    var clock = new StorageTime(timers);
    var retention = new Retention(historyRevisions, Duration.ofMinutes(historyMinutes));
    return switch (engine) {
      case MEMORY -> MemoryStorage.open(clock, retention);
      case SQLITE -> SqliteStorage.open(data.directory(), clock, retention);
      case ETCD -> etcd.open(timers);
    };
  }

  private static void requireAtLeast(int least, String option, int number) {
    if (number < least) {
      throw new UsageFailure("%s: %d (expected: at least %d)".formatted(option, number, least));
    }
  }
}
