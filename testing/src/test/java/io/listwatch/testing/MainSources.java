package io.listwatch.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The main sources of every module, for tests that compare them with the documentation. */
final class MainSources {
  private MainSources() {}

  /** Returns the source root of each module. */
  static List<Path> roots() throws IOException {
    return Modules.built().stream()
        .map(module -> root().resolve(module).resolve("src/main/java"))
        .toList();
  }

  /** Returns the content of each source file by the simple name of its class. */
  static Map<String, String> byClass() throws IOException {
    var sources = new TreeMap<String, String>();
    for (Path packages : roots()) {
      try (var files = Files.walk(packages)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          sources.merge(
              file.getFileName().toString().replace(".java", ""),
              Files.readString(file),
              String::concat);
        }
      }
    }
    return sources;
  }

  static String page(String name) throws IOException {
    return Files.readString(root().resolve("docs").resolve(name));
  }

  private static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");
  }
}
