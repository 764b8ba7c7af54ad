package io.listwatch.testing.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** The archive that the build creates, unpacked. */
final class Distribution {
  private static final Path BUILT = Path.of("..", "cli", "target");

  private final Path home;

  private Distribution(Path home) {
    this.home = home;
  }

  /** Unpacks the archive into a directory and makes it readable for all users. */
  static Distribution unpack(Path directory) {
    try {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      String said = Command.run("tar", "-xzf", archive().toString(), "-C", directory.toString());
      if (!said.isEmpty()) {
        throw new AssertionError(said);
      }
      try (Stream<Path> unpacked = Files.list(directory)) {
        return new Distribution(unpacked.findFirst().orElseThrow());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path archive() throws IOException {
    try (Stream<Path> files = Files.list(BUILT)) {
      List<Path> found =
          files
              .filter(each -> each.getFileName().toString().matches("listwatch-.*\\.tar\\.gz"))
              .toList();
      if (found.size() != 1) {
        throw new AssertionError(
            "%s: %s (expected: one archive, as mvn package makes it)".formatted(BUILT, found));
      }
      return found.get(0);
    }
  }

  Path home() {
    return home;
  }

  String launcher() {
    return home.resolve("bin/listwatch").toString();
  }

  /**
   * Returns the directory of the binaries that test suites look for: kube-apiserver, etcd, kubectl.
   */
  Path assets() {
    return home.resolve("assets");
  }
}
