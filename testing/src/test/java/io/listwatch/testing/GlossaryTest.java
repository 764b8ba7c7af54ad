package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/glossary.md names only classes that exist and links to a single version of Kubernetes. */
final class GlossaryTest {
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| ([^|]*) \\|");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)");
  private static final Pattern LINK = Pattern.compile("\\]\\((http[^)]*)\\)");

  @Test
  void namesOnlyExistingClasses() throws IOException {
    var classes = MainSources.byClass().keySet();
    String page = MainSources.page("glossary.md");

    assertThat(
            FIRST_CELL
                .matcher(page)
                .results()
                .flatMap(cell -> CLASS.matcher(cell.group(1)).results())
                .map(name -> name.group(1)))
        .isNotEmpty()
        .isSubsetOf(classes);
  }

  @Test
  void linksToOneVersionOfKubernetes() throws IOException {
    var links = LINK.matcher(MainSources.page("glossary.md")).results().map(MatchResult::group);

    assertThat(links)
        .isNotEmpty()
        .allMatch(link -> link.contains("github.com/kubernetes/kubernetes/blob/v1.36.0/"));
  }
}
