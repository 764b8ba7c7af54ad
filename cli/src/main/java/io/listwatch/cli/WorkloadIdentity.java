package io.listwatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The identity with which a server's workloads compete for their Lease. It stays in the data
 * directory: a server that was killed and is started again need not wait until its own Lease
 * expires.
 */
final class WorkloadIdentity {
  private static final String FILE = "workloads-identity";

  private WorkloadIdentity() {}

  /** Returns the identity in a directory, and creates one if there is none. */
  static String in(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      Files.writeString(file, "listwatch_" + UUID.randomUUID());
    }
    return Files.readString(file).strip();
  }
}
