package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

final class RuleFieldPathTest {
  private static final JsonValue SCHEMA =
      Rules.read(
          """
          type: object
          properties:
            spec:
              type: object
              properties:
                port: {type: integer}
                my.key: {type: string}
                it's: {type: string}
                a\\b: {type: string}
            labels: {type: object, additionalProperties: {type: string}}
            pools:
              type: object
              additionalProperties: {type: object, properties: {size: {type: integer}}}
            list: {type: array, items: {type: object, properties: {a: {type: integer}}}}
          """);

  @ParameterizedTest
  @CsvFileSource(
      resources = "field-paths.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void findsDeclaredFieldsAndMapKeys(String path, String normalized) {
    assertThat(RuleFieldPath.normalize(path, SCHEMA))
        .isEqualTo(normalized.equals("-") ? null : normalized);
  }

  /** The escapes of Go's strings, except for numeric ones. */
  @ParameterizedTest
  @CsvSource({"a, 7", "b, 8", "f, 12", "n, 10", "r, 13", "t, 9", "v, 11", "\\, 92"})
  void unescapesQuotedKeys(String escape, int character) {
    assertThat(RuleFieldPath.normalize(".labels['x\\" + escape + "y']", SCHEMA))
        .isEqualTo("labels[x" + (char) character + "y]");
  }

  @Test
  void emptyPathIsTheValueItself() {
    assertThat(RuleFieldPath.normalize("", SCHEMA)).isEmpty();
  }

  @Test
  void scalarHasNoFields() {
    assertThat(RuleFieldPath.normalize(".x", Rules.read("type: string"))).isNull();
  }

  @Test
  void readsLongPathsInLinearTime() {
    String quotes = "['" + "\\'".repeat(500_000) + "']";

    assertThat(RuleFieldPath.normalize(".labels" + quotes, SCHEMA))
        .hasSize(500_000 + "labels[]".length());
    assertThat(RuleFieldPath.normalize(".".repeat(1_000_000), SCHEMA)).isNull();
  }
}
