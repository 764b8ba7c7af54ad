package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextRulesTest {
  private static TextRules of(String schema) {
    return TextRules.of(yaml(schema), "");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, 0",
    "a, 1, 1",
    "abc, 3, 3",
    "é, 1, 1",
    "\uD83D\uDE80, 1, 1",
    "\uD83D\uDE80a\uD83D\uDE80, 3, 3"
  })
  void lengthIsTheNumberOfCodePoints(String text, long min, long max) {
    assertThat(of("{minLength: " + min + "}").tooShort(text)).isFalse();
    assertThat(of("{minLength: " + (min + 1) + "}").tooShort(text)).isTrue();
    assertThat(of("{maxLength: " + max + "}").tooLong(text)).isFalse();
    assertThat(of("{maxLength: " + (max - 1) + "}").tooLong(text)).isTrue();
  }

  @Test
  void schemaWithoutConstraintsAllowsEverything() {
    TextRules none = of("{minLength: x, maxLength: null}");

    assertThat(none.tooShort("")).isFalse();
    assertThat(none.tooLong("a".repeat(1000))).isFalse();
    assertThat(none.unlike("a")).isFalse();
    assertThat(none.format()).isNull();
  }

  @Test
  void patternNeedNotMatchTheWholeString() {
    assertThat(of("{pattern: b}").unlike("abc")).isFalse();
    assertThat(of("{pattern: ^b}").unlike("abc")).isTrue();
  }

  @Test
  void invalidPatternCountsAsAbsent() {
    assertThat(of("{pattern: '('}").unlike("abc")).isFalse();
  }

  @Test
  void hostilePatternTakesLinearTime() {
    assertThat(of("{pattern: '^(a+)+$'}").unlike("a".repeat(20_000) + "!")).isTrue();
  }
}
