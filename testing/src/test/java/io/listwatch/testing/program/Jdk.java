package io.listwatch.testing.program;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds an installed JDK, which may be another one than that of this JVM. */
final class Jdk {
  /** Names the JDK to use. */
  static final String PROPERTY = "listwatch.jdk";

  /** Where macOS has the home in the directory of a JDK. */
  private static final Path MACOS_HOME = Path.of("Contents", "Home");

  private Jdk() {}

  /**
   * Returns the home of the first JDK of at least a version: the one that {@code -Dlistwatch.jdk=}
   * names, or else that of this JVM, the one at {@code JAVA_HOME}, or one installed beside that of
   * this JVM.
   */
  static Optional<Path> atLeast(int version) throws IOException {
    for (Path home : candidates()) {
      if (version(home) >= version) {
        return Optional.of(home);
      }
    }
    return Optional.empty();
  }

  private static List<Path> candidates() throws IOException {
    String named = System.getProperty(PROPERTY, "");
    if (!named.isEmpty()) {
      return List.of(Path.of(named));
    }
    Path own = Path.of(System.getProperty("java.home"));
    var homes = new ArrayList<Path>(List.of(own));
    String chosen = System.getenv("JAVA_HOME");
    if (chosen != null) {
      homes.add(Path.of(chosen));
    }
    homes.addAll(beside(own));
    return homes;
  }

  private static List<Path> beside(Path home) throws IOException {
    boolean macos = home.endsWith(MACOS_HOME);
    Path parent = home.resolve(macos ? "../../.." : "..").normalize();
    try (Stream<Path> all = Files.list(parent)) {
      return all.sorted().map(each -> macos ? each.resolve(MACOS_HOME) : each).toList();
    }
  }

  /** Returns the version of the JDK in a directory, or 0 if there is none. */
  private static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/jlink"))) {
      return 0;
    }
    var facts = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      facts.load(reader);
    }
    String digits = facts.getProperty("JAVA_VERSION", "").replaceAll("^\"?(\\d*).*", "$1");
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }
}
