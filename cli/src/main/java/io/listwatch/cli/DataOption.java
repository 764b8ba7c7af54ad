package io.listwatch.cli;

import io.listwatch.storage.sqlite.SqliteStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The data directory of a server. */
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "listwatch-data",
      description =
          "Data directory: database, certificates, kubeconfig (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("listwatch-data");

  Path directory() {
    return directory;
  }

  /**
   * Rejects a directory in which a command cannot create files. The directory itself need not
   * exist.
   */
  static void requireUsable(Path directory) {
    Path existing = directory.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw unusable(directory, existing + " is a file");
    }
    if (!Files.isWritable(existing)) {
      throw unusable(directory, existing + " is not writable for this user");
    }
  }

  private static CommandFailure unusable(Path directory, String why) {
    return new CommandFailure(
        "%s cannot be the data directory, because %s: name another one".formatted(directory, why));
  }

  /** Rejects a directory without a database, so that maintenance commands do not create one. */
  static void requireDatabase(Path directory) {
    if (!SqliteStorage.exists(directory)) {
      throw new CommandFailure(
          "no database in %s: set the data directory of the server with --data"
              .formatted(directory));
    }
  }

  /** Returns the directory of the generated certificates. */
  Path certificates() {
    return directory.resolve("pki");
  }

  /** Returns the kubeconfig of the administrator. */
  Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }
}
