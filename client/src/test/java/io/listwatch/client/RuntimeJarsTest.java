package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The runtime dependencies of the client. The build writes their list before the tests run. Modules
 * of this project may still be class directories, which are larger than their jars.
 */
final class RuntimeJarsTest {
  @Test
  void clientHasFewerThanTenJars() throws Exception {
    assertThat(jars()).hasSizeBetween(2, 9);
  }

  @Test
  void clientIsSmallerThanSixMegabytes() throws Exception {
    long bytes = jars().stream().mapToLong(RuntimeJarsTest::size).sum();

    assertThat(bytes).isBetween(1_000_000L, 6_000_000L);
  }

  /** Returns the client's own jar first. */
  private static List<Path> jars() throws IOException, URISyntaxException {
    List<Path> jars = new ArrayList<>();
    jars.add(Path.of(ApiClient.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    try (var others = RuntimeJarsTest.class.getResourceAsStream("/runtime-jars")) {
      String paths = new String(requireNonNull(others).readAllBytes(), UTF_8).trim();
      for (String path : paths.split(File.pathSeparator, -1)) {
        jars.add(Path.of(path));
      }
    }
    return jars;
  }

  private static long size(Path jar) {
    try (var files = Files.walk(jar)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
