package io.listwatch.objects.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns are accepted and rejected as Go's regexp does, and never exhaust heap or stack. */
final class GoPatternTest {
  /**
   * Results of Go 1.26, one JSON array per line: a pattern and Go's message, empty if Go accepts
   * it; or a prefix, a middle and a suffix, the number of times that prefix and suffix are
   * repeated, and the message, in which dots stand for the pattern.
   */
  private static final String VERDICTS = "go-patterns.jsonl";

  @Test
  void acceptsAndRejectsAsGoDoes() throws IOException {
    List<JsonValue> rows = rows();

    assertThat(rows).hasSizeGreaterThan(600);
    assertThat(rows)
        .allSatisfy(
            row -> {
              String pattern = pattern(row);
              assertThat(verdict(pattern).replace("`" + pattern + "`", "`...`"))
                  .isEqualTo(message(row).replace("`" + pattern + "`", "`...`"));
            });
  }

  private static List<JsonValue> rows() throws IOException {
    var rows = new ArrayList<JsonValue>();
    var file = Objects.requireNonNull(GoPatternTest.class.getResourceAsStream(VERDICTS));
    try (var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        rows.add(JsonTrees.read(line));
      }
    }
    return rows;
  }

  private static String pattern(JsonValue row) {
    int times = row.path(3).asInt();
    return row.size() == 2
        ? row.path(0).asText()
        : row.path(0).asText().repeat(times)
            + row.path(1).asText()
            + row.path(2).asText().repeat(times);
  }

  private static String message(JsonValue row) {
    return row.path(row.size() - 1).asText();
  }

  private static String verdict(String pattern) {
    try {
      GoPattern.compile(pattern);
      return "";
    } catch (InvalidPatternException e) {
      return Objects.requireNonNull(e.getMessage());
    }
  }

  static Stream<String> rejectsTooLargePattern() {
    String letters =
        IntStream.range(0, 9_000)
            .mapToObj(i -> Character.toString(0x4e00 + 2 * i))
            .collect(Collectors.joining());
    return Stream.of(
        "(?:x{1000}y{1000}){1}".repeat(51),
        "(" + "x?".repeat(1000) + "){1000}",
        "x?".repeat(3_000),
        "\\b".repeat(1_000_000),
        "(?:" + "a?b?c?".repeat(100) + "){10}",
        words(3_000),
        "[" + letters + "]",
        "[" + "\\pL".repeat(12) + "]",
        "\\pL".repeat(1_000),
        "(?i)" + "[B-\\x{1e942}]".repeat(1_000),
        "(?i)[" + "B-\\x{1e942}".repeat(100_000) + "]",
        "(?i)".repeat(100_000),
        "a".repeat(1_000_000));
  }

  /** Returns alternatives without a common prefix. */
  private static String words(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Character.toString(0x4e00 + i) + "xy")
        .collect(Collectors.joining("|"));
  }

  @ParameterizedTest
  @MethodSource
  void rejectsTooLargePattern(String pattern) {
    assertThatThrownBy(() -> GoPattern.compile(pattern))
        .isInstanceOf(InvalidPatternException.class)
        .hasMessage("error parsing regexp: expression too large: `" + pattern + "`");
  }

  static Stream<String> matchesTheLargestPatterns() {
    return Stream.of(
        "x?".repeat(1_900),
        words(1_900),
        growingWords(),
        "(?:a".repeat(333) + "(?:bc){0,700}" + ")+".repeat(333),
        "(?:a|bb".repeat(333) + ")+".repeat(333),
        "(a?)".repeat(1_000),
        "(".repeat(999) + ")".repeat(999),
        "(?:".repeat(8_000) + ")".repeat(8_000),
        "(?i)".repeat(8_000),
        "[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Lo}\\p{Nl}\\p{Nd}\\p{Mn}\\p{Mc}\\p{Pc}]+",
        "[" + "\\pL".repeat(11) + "]",
        "[" + "[:".repeat(2_000) + "a]");
  }

  /** Returns alternatives that each begin with the one before; RE2/J nests them. */
  private static String growingWords() {
    return IntStream.range(1, 250).mapToObj("a"::repeat).collect(Collectors.joining("|", "q|", ""));
  }

  /** A tenth of a megabyte of the default stack is left for the callers. */
  @ParameterizedTest
  @MethodSource
  void matchesTheLargestPatterns(String pattern) throws InterruptedException {
    assertThat(Stack.failure(900, () -> GoPattern.compile(pattern).matcher("bcbc aax").find()))
        .isNull();
  }

  /** Compiled code needs less stack than interpreted code, so several sizes are tried. */
  @Test
  void rejectsDeepFactoringWhereTheStackIsSmall() throws InterruptedException {
    Throwable failure = null;
    for (int kilobytes = 240; failure == null && kilobytes > 0; kilobytes -= 20) {
      failure = Stack.failure(kilobytes, () -> GoPattern.compile(growingWords()));
    }

    assertThat(failure)
        .isInstanceOf(InvalidPatternException.class)
        .hasMessageContaining("expression nests too deeply");
  }

  @Test
  void findsTheSameMatchesAsGo() {
    var matcher = GoPattern.compile("(?P<first>a(b))+{|(?i:(C))\\{").matcher("xababc{");

    assertThat(matcher.find()).isTrue();
    assertThat(matcher.group()).isEqualTo("c{");
    assertThat(matcher.groupCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?i)\u1c80",
        "(?i)\\x{1c80}",
        "(?i)\\Q\u1c80.\\E|\u1c80",
        "(?i:[\u1c80\u0432])|\u1c80",
        "(?i)[a-\\x{ffff}]+|(?-i)\u1c80",
        "(?i)[\u1c84-\u1c90]|\u1c80",
      })
  void matchesLettersWhoseCaseFoldingNeverEndsInRe2j(String pattern) {
    GoPattern compiled = GoPattern.compile(pattern);

    assertThat(compiled.matcher("\u1c80.").find()).isTrue();
    assertThat(compiled.matcher("\n").find()).isFalse();
  }

  @Test
  void quotedTextIsLiteral() {
    assertThat(GoPattern.compile("^\\Qa.(\\d[{\\E+b$").matcher("a.(\\d[{{b").find()).isTrue();
    assertThat(GoPattern.compile("^\\Qa.b").matcher("axb").find()).isFalse();
  }
}
