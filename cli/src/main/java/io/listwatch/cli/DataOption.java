package io.listwatch.cli;

import io.listwatch.storage.sqlite.SqliteStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a server keeps what is its own. */
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "listwatch-data",
      description =
          "The server's directory: database, certificates, kubeconfig (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("listwatch-data");

  Path directory() {
    return directory;
  }

  /** For a command that writes there: the directory is made if it does not exist. */
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

  /** For a command that looks after a database: it must not make one where there is none. */
  static void requireDatabase(Path directory) {
    if (!SqliteStorage.exists(directory)) {
      throw new CommandFailure(
          "there is no database in %s: name the server's directory with --data"
              .formatted(directory));
    }
  }

  /** The certificates that the server made for itself. */
  Path certificates() {
    return directory.resolve("pki");
  }

  /** What an administrator reaches the server with. */
  Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }
}
