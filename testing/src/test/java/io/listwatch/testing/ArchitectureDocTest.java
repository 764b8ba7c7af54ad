package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md names every package and only classes that exist. */
final class ArchitectureDocTest {
  /** The last component of a package's name. */
  private static final Pattern PACKAGE =
      Pattern.compile("(?m)^package io\\.listwatch\\.(?:\\w+\\.)*(\\w+);");

  /**
   * A name of two or more words. Excludes annotations, which come from libraries, and tests, which
   * are not in the main sources.
   */
  private static final Pattern CLASS =
      Pattern.compile("(?<![@\\w])(?:[A-Z][a-z0-9]+){2,}(?<!Test)\\b");

  private final String page = DocPage.of("ARCHITECTURE.md").text();

  @Test
  void namesEveryPackage() throws IOException {
    var packages =
        MainSources.byClass().values().stream()
            .flatMap(source -> PACKAGE.matcher(source).results())
            .map(each -> each.group(1))
            .distinct();

    assertThat(packages)
        .isNotEmpty()
        .allMatch(each -> Pattern.compile("\\b" + each + "\\b").matcher(page).find());
  }

  @Test
  void namesOnlyExistingClasses() throws IOException {
    var classes = MainSources.byClass().keySet();

    assertThat(CLASS.matcher(page).results().map(MatchResult::group))
        .isNotEmpty()
        .isSubsetOf(classes);
  }
}
