package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive with its own Java and cache, which {@code .build/self-contained} makes with a JDK 25
 * or later. The build may run on an older one.
 */
@Tag("slow")
final class SelfContainedTest {
  private static final int FIRST_JAVA = 25;
  private static final long MAX_BYTES = 90_000_000;

  /** With this option, Java does not start unless it can use the cache. */
  private static final String CACHE_REQUIRED = "-XX:AOTMode=on";

  private static Path archive;

  @BeforeAll
  static void make(@TempDir Path directory) throws IOException {
    Optional<Path> jdk = Jdk.atLeast(FIRST_JAVA);
    assumeTrue(
        jdk.isPresent(),
        "no JDK %d or later, which makes the AOT cache, beside %s; name one with -D%s=DIR"
            .formatted(FIRST_JAVA, System.getProperty("java.home"), Jdk.PROPERTY));
    String make = "cd .. && JAVA_HOME='%s' .build/self-contained --built '%s'";
    archive =
        Path.of(
            Command.run("bash", "-c", make.formatted(jdk.get(), directory))
                .lines()
                .reduce("", (a, b) -> b));
  }

  @Test
  void archiveIsSmall() {
    assertThat(archive)
        .isRegularFile()
        .satisfies(file -> assertThat(Files.size(file)).isLessThan(MAX_BYTES));
  }

  /**
   * Starts twice, in different directories: the cache must not depend on the directory in which it
   * was made.
   */
  @Test
  void firstStartUsesTheCacheWhereverItIsUnpacked(@TempDir Path here, @TempDir Path there)
      throws IOException {
    for (Path place : List.of(here, Files.createDirectories(there.resolve("a b/c")))) {
      Path home = unpack(place);
      List<String> before = files(home);

      serveOnce(home, place.resolve("data"));

      assertThat(files(home)).as("the first start has nothing to prepare").isEqualTo(before);
    }
  }

  private static Path unpack(Path directory) throws IOException {
    assertThat(Command.run("tar", "-xzf", archive.toString(), "-C", directory.toString()))
        .isEmpty();
    try (Stream<Path> unpacked = Files.list(directory)) {
      return unpacked.findFirst().orElseThrow();
    }
  }

  /** Starts the server with no Java in its environment, and stops it. */
  private static void serveOnce(Path home, Path data) {
    List<String> words =
        List.of(
            "env",
            "-i",
            "PATH=/usr/bin:/bin",
            "LISTWATCH_JAVA_OPTIONS=" + CACHE_REQUIRED,
            home.resolve("bin/listwatch").toString(),
            "serve",
            "--data",
            data.toString(),
            "--port=0",
            "--http-port=0");
    try (var command = Command.start(words)) {
      String url = command.out().await("curl -N '(http://127\\.0\\.0\\.1:\\d+)/").group(1);
      assertThat(new Http(URI.create(url)).createConfigMap("written")).isPositive();
      command.signal("TERM");
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();
      assertThat(command.errors().awaitEnd()).doesNotContain("preparing", "warning");
    }
  }

  private static List<String> files(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  @Test
  void hasNativeLibrariesForThisPlatformOnly(@TempDir Path directory) throws IOException {
    List<NativeLibrary> libraries = NativeLibrary.in(unpack(directory).resolve("lib"));

    assertThat(archive.toString()).endsWith("-" + NativeLibrary.ownPlatform() + ".tar.gz");
    assertThat(libraries)
        .isNotEmpty()
        .allMatch(library -> library.platform().equals(NativeLibrary.ownPlatform()));
  }
}
