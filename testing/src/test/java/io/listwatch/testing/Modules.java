package io.listwatch.testing;

import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Finds the module of a class, and lists the modules of the build. */
final class Modules {
  /** The location of a class or jar in the {@code target} directory of its module. */
  private static final Pattern PLACE = Pattern.compile(".*/([^/]+)/target/.*");

  /**
   * Programs for benchmarks, fault injection, learning and code generation. No module depends on
   * them, and they are not published.
   */
  private static final Set<String> UNPUBLISHED =
      Set.of("bench", "campaign", "examples", "following", "site");

  private Modules() {}

  static String of(JavaClass type) {
    String place = type.getSource().orElseThrow().getUri().toString();
    var matcher = PLACE.matcher(place);
    if (!matcher.matches()) {
      throw new IllegalStateException(
          "place: " + place + " (expected: a class from this build, in a module's target)");
    }
    return matcher.group(1);
  }

  /** Returns the published modules that have main code. */
  static Set<String> built() throws IOException {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    try (var siblings = Files.list(here.resolveSibling(""))) {
      return siblings
          .filter(sibling -> Files.isDirectory(sibling.resolve("src/main/java")))
          .map(sibling -> sibling.getFileName().toString())
          .filter(name -> !UNPUBLISHED.contains(name))
          .collect(toCollection(TreeSet::new));
    }
  }
}
