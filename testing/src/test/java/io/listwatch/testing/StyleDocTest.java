package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every Java sample in STYLE.md is an excerpt of the source file that the line above it names. */
final class StyleDocTest {
  private static final Pattern SAMPLE =
      Pattern.compile("(?ms)^(?:<!-- from (\\S+) -->\\n)?```java\\n(.*?)^```$");

  /** A line that marks omitted lines. */
  private static final String OMISSION = "…";

  /** The end of a line whose block is omitted. */
  private static final String OMITTED_BLOCK = "{ … }";

  private final List<Sample> samples =
      SAMPLE
          .matcher(DocPage.of("STYLE.md").text())
          .results()
          .map(found -> new Sample(found.group(1), found.group(2)))
          .toList();

  @Test
  void everySampleNamesItsSource() {
    assertThat(samples)
        .isNotEmpty()
        .allSatisfy(
            sample ->
                assertThat(sample.source)
                    .as(
                        "source of this sample, in the line above it as"
                            + " <!-- from core/src/main/java/… -->:%n%s",
                        sample.content)
                    .isNotNull());
  }

  @Test
  void everySampleIsInItsSource() {
    for (Sample sample : samples) {
      if (sample.source != null) {
        assertThat(lines(DocPage.of(sample.source).text()))
            .as(sample.source)
            .containsSubsequence(sample.lines());
      }
    }
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private record Sample(@Nullable String source, String content) {
    /** Returns the lines that the source must have. Of an omitted block, only its start counts. */
    List<String> lines() {
      return StyleDocTest.lines(content).stream()
          .filter(line -> !line.equals(OMISSION))
          .map(line -> line.endsWith(OMITTED_BLOCK) ? line.replace(OMITTED_BLOCK, "{") : line)
          .toList();
    }
  }
}
