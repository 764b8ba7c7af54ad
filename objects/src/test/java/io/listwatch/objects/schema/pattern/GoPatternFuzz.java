package io.listwatch.objects.schema.pattern;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Any text compiles as a pattern or is rejected with {@link InvalidPatternException}, and a
 * compiled pattern matches in bounded time.
 */
final class GoPatternFuzz {
  private static final String INPUT =
      "the quick brown fox jumps over 13 lazy dogs \u00e9\n".repeat(4);

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "(?i)", "(?s:", "(?P<n>", "{1000}", "{2,}", "[[:alpha:]]", "\\p{Greek}", "\\pL", "\\x{10FFFF}",
    "\\b", "\\Q", "\\E", "[^", "|", "*?", "\\A", "\\z", "\\C"
  })
  void compilesOrRejects(byte[] utf8) {
    String text = new String(utf8, UTF_8);
    try {
      GoPattern pattern = GoPattern.compile(text);
      assertThat(pattern.size()).isPositive();
      // The parser's bound holds for the program: matching costs at most bound times length.
      assertThat(pattern.matcher(INPUT).find()).isIn(true, false);
    } catch (InvalidPatternException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }
}
