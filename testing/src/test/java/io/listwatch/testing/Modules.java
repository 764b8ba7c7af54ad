package io.listwatch.testing;

import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which module a class came from, and which modules there are. */
final class Modules {
  /** As the build leaves it: in the module's own {@code target}, as classes or as a jar. */
  private static final Pattern PLACE = Pattern.compile(".*/([^/]+)/target/.*");

  /**
   * Programs that read and measure the house, or make its tables; nothing depends on them and they
   * are not published.
   */
  private static final Set<String> VISITORS = Set.of("bench", "examples", "following");

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

  /** The directories beside this module that have main code and that others may use. */
  static Set<String> built() throws IOException {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    try (var siblings = Files.list(here.resolveSibling(""))) {
      return siblings
          .filter(sibling -> Files.isDirectory(sibling.resolve("src/main/java")))
          .map(sibling -> sibling.getFileName().toString())
          .filter(name -> !VISITORS.contains(name))
          .collect(toCollection(TreeSet::new));
    }
  }
}
