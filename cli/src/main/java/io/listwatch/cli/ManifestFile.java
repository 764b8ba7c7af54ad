package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.MalformedManifestException;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file with manifests.
 *
 * @param manifests empty if the file has a syntax error
 * @param malformed the syntax error; null if there is none
 */
record ManifestFile(String name, List<Manifest> manifests, @Nullable Problem malformed) {
  private static final String STANDARD_INPUT = "-";
  private static final List<String> EXTENSIONS = List.of(".json", ".yaml", ".yml");
  private static final int MAX_BYTES = 16 << 20;

  ManifestFile {
    manifests = List.copyOf(manifests);
  }

  /**
   * Reads files, the files of directories and of their subdirectories, and standard input.
   *
   * @param names paths, or {@code -}
   * @throws IOException if one cannot be read, is longer than 16 MiB, or is a directory without
   *     manifests
   */
  static List<ManifestFile> readAll(List<String> names) throws IOException {
    var files = new ArrayList<ManifestFile>();
    for (String name : names) {
      if (name.equals(STANDARD_INPUT)) {
        files.add(parse(STANDARD_INPUT, read(STANDARD_INPUT, System.in)));
        continue;
      }
      for (Path path : paths(Path.of(name))) {
        try (InputStream in = Files.newInputStream(path)) {
          files.add(parse(path.toString(), read(path.toString(), in)));
        }
      }
    }
    return files;
  }

  /** Returns the file itself, or the manifests below a directory, sorted by path. */
  private static List<Path> paths(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    List<Path> found;
    try (Stream<Path> below = Files.walk(path)) {
      found = below.filter(ManifestFile::isManifest).sorted().toList();
    }
    if (found.isEmpty()) {
      throw new IOException(path + ": no manifests (expected: files " + EXTENSIONS + ")");
    }
    return found;
  }

  private static boolean isManifest(Path path) {
    return Files.isRegularFile(path)
        && EXTENSIONS.stream().anyMatch(path.getFileName().toString()::endsWith);
  }

  private static String read(String name, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new IOException(name + ": longer than 16 MiB");
    }
    return new String(bytes, UTF_8);
  }

  private static ManifestFile parse(String name, String text) {
    try {
      return new ManifestFile(name, Manifest.readAll(text), null);
    } catch (MalformedManifestException e) {
      var problem = new Problem("Malformed", "", String.valueOf(e.getMessage()), e.line());
      return new ManifestFile(name, List.of(), problem);
    }
  }

  Optional<Problem> syntaxError() {
    return Optional.ofNullable(malformed);
  }
}
