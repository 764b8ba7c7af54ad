package io.listwatch.cli;

import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The format in which a server writes values. */
final class StoredFormatOption {
  @Option(
      names = "--stored-format",
      paramLabel = "N",
      description =
          "Format of stored objects: 2 (with checksums), or 1, which older versions read (default:"
              + " 2; on etcd the format of the prefix, which is 2 for a new one). See"
              + " docs/operating.md before you change it on etcd.")
  private @Nullable Integer number;

  /**
   * Raises the format of the storage to that of the option if it is older.
   *
   * @throws CommandFailure if it is newer
   */
  void apply(Storage storage, StorageOptions.Engine engine) {
    StoredFormat wanted = wanted(storage, engine);
    int order = wanted.compareTo(storage.format());
    if (order < 0) {
      throw new CommandFailure(
          "--stored-format: %d, but the storage has format %d: run listwatch migrate --to %d first"
              .formatted(wanted.number(), storage.format().number(), wanted.number()));
    }
    if (order > 0) {
      Stages.join(storage.setFormat(wanted));
    }
  }

  private StoredFormat wanted(Storage storage, StorageOptions.Engine engine) {
    if (number != null) {
      return parse("--stored-format", number);
    }
    return engine == StorageOptions.Engine.SQLITE ? StoredFormat.NEWEST : storage.format();
  }

  /** Rejects a wrong number before anything is opened. */
  void validate() {
    if (number != null) {
      var unused = parse("--stored-format", number);
    }
  }

  static StoredFormat parse(String option, int number) {
    try {
      return StoredFormat.of(number);
    } catch (IllegalArgumentException e) {
      throw new UsageFailure(
          "%s: %d (expected: 1 to %d)".formatted(option, number, StoredFormat.NEWEST.number()));
    }
  }
}
