package io.listwatch.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the manifests that a test class names. */
final class Manifests {
  private Manifests() {}

  /**
   * Reads a resource next to the test class, a resource from the root of its class path, or else a
   * file.
   */
  static String read(Class<?> test, String name) {
    try (InputStream found = open(test, name)) {
      return new String(found.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(Class<?> test, String name) throws IOException {
    InputStream beside = test.getResourceAsStream(name);
    InputStream resource =
        beside != null
            ? beside
            : test.getResourceAsStream(name.startsWith("/") ? name : "/" + name);
    if (resource != null) {
      return resource;
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "manifest: %s (expected: on the class path of %s, or a file; there is no %s)"
              .formatted(name, test.getName(), file.toAbsolutePath()));
    }
    return Files.newInputStream(file);
  }
}
