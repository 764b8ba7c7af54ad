package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A key of gpg with a keyring of its own, for one test. Does not exist where gpg is not installed.
 */
final class SigningKey implements AutoCloseable {
  private static final String OWNER = "release-test@listwatch.invalid";

  private final Path home;
  private final boolean exists;

  private SigningKey(Path home, boolean exists) {
    this.home = home;
    this.exists = exists;
  }

  /** Generates a key in a new directory below {@code parent}. */
  static SigningKey in(Path parent) throws IOException {
    var key = new SigningKey(parent.resolve("gpg"), installed());
    if (key.exists) {
      Files.createDirectory(
          key.home,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      key.gpg("--passphrase", "", "--quick-generate-key", OWNER, "default", "default", "never");
    }
    return key;
  }

  private static boolean installed() {
    try (var found = Command.start(List.of("bash", "-c", "command -v gpg"))) {
      return found.awaitEnd() == 0;
    }
  }

  boolean exists() {
    return exists;
  }

  /** Returns the options with which Maven signs; empty if there is no key. */
  String mavenOptions() {
    return exists ? "-Psign -Dgpg.keyname=%s -Dgpg.homedir='%s'".formatted(OWNER, home) : "";
  }

  /** Fails unless the signature next to a file is by this key. */
  void verify(Path file) {
    assertThat(gpg("--status-fd", "1", "--verify", file + ".asc", file.toString()))
        .contains("[GNUPG:] GOODSIG", OWNER);
  }

  private String gpg(String... arguments) {
    var words = new ArrayList<>(List.of("gpg", "--homedir", home.toString(), "--batch", "--quiet"));
    words.addAll(List.of(arguments));
    return Command.run(words);
  }

  /** Ends the agent that gpg has started. */
  @Override
  public void close() {
    if (exists) {
      Command.run("gpgconf", "--homedir", home.toString(), "--kill", "gpg-agent");
    }
  }
}
