package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Links between pages lead to files and headings that exist. */
final class DocLinksTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!http)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    var broken = new ArrayList<String>();
    for (Path page : pages()) {
      for (MatchResult link : LINK.matcher(text(page)).results().toList()) {
        String file = link.group(1);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target) || !hasHeading(target, link.group(2))) {
          broken.add(ROOT.relativize(page) + ": " + link.group());
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    var pages = new ArrayList<Path>();
    for (String directory : List.of(".", "docs", "docs/decisions", "docs/frameworks", "examples")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(directory).normalize())) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    assertThat(pages).hasSizeGreaterThan(50);
    return pages;
  }

  private static boolean hasHeading(Path page, @Nullable String anchor) throws IOException {
    return anchor == null
        || HEADING
            .matcher(text(page))
            .results()
            .anyMatch(heading -> anchor(heading.group(1)).equals(anchor));
  }

  /** Returns the anchor that GitHub generates for a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
  }

  private static String text(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }
}
