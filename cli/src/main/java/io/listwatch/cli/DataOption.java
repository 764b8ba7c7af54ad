package io.listwatch.cli;

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

  /** The certificates that the server made for itself. */
  Path certificates() {
    return directory.resolve("pki");
  }

  /** What an administrator reaches the server with. */
  Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }
}
