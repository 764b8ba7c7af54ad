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

/** The options for the storage engine and its history. */
final class StorageOptions {
  /** The storage engines. */
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
          "Storage engine: sqlite (in the data directory), memory (lost when the server stops) or"
              + " etcd (an existing cluster) (default: ${DEFAULT-VALUE}).")
  private Engine engine = Engine.SQLITE;

  @Option(
      names = "--history-revisions",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Number of changes to keep, for resumed watches and lists at an older version (default:"
              + " ${DEFAULT-VALUE}). No effect on etcd.")
  private int historyRevisions = 100_000;

  @Option(
      names = "--history-minutes",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Minutes to keep a version, for resumed watches and lists at an older version; it expires"
              + " within twice that time (default: ${DEFAULT-VALUE}).")
  private int historyMinutes = 5;

  @Option(
      names = "--storage-quota",
      paramLabel = "SIZE",
      defaultValue = "8Gi",
      converter = ByteSize.class,
      description =
          "Size of the SQLite database, history included, at which writes that need more space are"
              + " rejected; deletes still work. 0 for none (default: ${DEFAULT-VALUE}). etcd has"
              + " its own quota.")
  private long quota = 8L << 30;

  @Mixin private EtcdOptions etcd = new EtcdOptions();

  DataOption data() {
    return data;
  }

  Engine engine() {
    return engine;
  }

  /** Returns the periodic compaction; null if every version is compacted by the next write. */
  @Nullable PeriodicCompaction compaction(Storage storage, Timers timers) {
    return historyMinutes == 0
        ? null
        : new PeriodicCompaction(storage, Duration.ofMinutes(historyMinutes), timers);
  }

  /** Opens the selected engine. */
  Storage open(Timers timers) throws IOException {
    requireAtLeast(0, "--history-revisions", historyRevisions);
    if (quota != 0 && quota < SqliteStorage.MIN_QUOTA) {
      throw new UsageFailure("--storage-quota: %d (expected: 0, or at least 1Mi)".formatted(quota));
    }
    // With an interval of zero, compactions of etcd would run without a pause.
    requireAtLeast(engine == Engine.ETCD ? 1 : 0, "--history-minutes", historyMinutes);
    var clock = new StorageTime(timers);
    var retention = new Retention(historyRevisions, Duration.ofMinutes(historyMinutes));
    return switch (engine) {
      case MEMORY -> MemoryStorage.open(clock, retention);
      case SQLITE -> SqliteStorage.open(data.directory(), clock, retention, quota);
      case ETCD -> etcd.open(timers);
    };
  }

  private static void requireAtLeast(int least, String option, int number) {
    if (number < least) {
      throw new UsageFailure("%s: %d (expected: at least %d)".formatted(option, number, least));
    }
  }
}
