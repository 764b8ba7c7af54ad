package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON scalars become the CEL values of their declared types. */
final class ScalarViewTest {
  private static JsonValue json(String text) {
    return Rules.read("v: " + text).path("v");
  }

  static Stream<Arguments> values() {
    return Stream.of(
        arguments(ScalarView.TEXT, "abc", "abc"),
        arguments(ScalarView.TEXT, "''", ""),
        arguments(ScalarView.BYTES, "aGVsbG8=", bytes("hello")),
        arguments(ScalarView.BYTES, "''", bytes("")),
        arguments(ScalarView.DURATION, "1h", Duration.ofHours(1)),
        arguments(ScalarView.DURATION, "2 days", Duration.ofDays(2)),
        arguments(ScalarView.DATE, "'2024-02-29'", Instant.parse("2024-02-29T00:00:00Z")),
        arguments(ScalarView.TIME, "'2024-02-29T12:30:00Z'", Instant.parse("2024-02-29T12:30:00Z")),
        arguments(ScalarView.TIME, "'2024-02-29t12:30:00z'", Instant.parse("2024-02-29T12:30:00Z")),
        arguments(ScalarView.TIME, "'2024-02-29 12:30:00Z'", Instant.parse("2024-02-29T12:30:00Z")),
        arguments(
            ScalarView.TIME,
            "'2024-02-29T13:30:00.5+01:00'",
            Instant.parse("2024-02-29T12:30:00.5Z")),
        arguments(ScalarView.BOOLEAN, "true", true),
        arguments(ScalarView.BOOLEAN, "false", false),
        arguments(ScalarView.NUMBER, "1.5", 1.5),
        arguments(ScalarView.NUMBER, "2", 2.0),
        arguments(ScalarView.INTEGER, "2", 2L),
        arguments(ScalarView.INTEGER, "-9223372036854775808", Long.MIN_VALUE),
        arguments(ScalarView.INTEGER_OR_TEXT, "50%", "50%"),
        arguments(ScalarView.INTEGER_OR_TEXT, "50", 50L));
  }

  @ParameterizedTest
  @MethodSource("values")
  void readsValue(ScalarView type, String value, Object expected) {
    assertThat(type.of(json(value))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "TEXT            | 1                    | invalid data, expected string, got int64",
        "TEXT            | 1.5                  | invalid data, expected string, got float64",
        "TEXT            | true                 | invalid data, expected string, got bool",
        "TEXT            | [a]                  | invalid data, expected string, got []interface"
            + " {}",
        "TEXT            | {a: b}               | invalid data, expected string, got"
            + " map[string]interface {}",
        "BYTES           | 1                    | invalid data, expected string, got int64",
        "DURATION        | 1                    | invalid data, expected string, got int64",
        "DATE            | 1                    | invalid data, expected string, got int64",
        "TIME            | 1                    | invalid data, expected string, got int64",
        "BOOLEAN         | 'true'               | invalid data, expected bool, got string",
        "NUMBER          | '1'                  | invalid data, expected float, got string",
        "INTEGER         | '1'                  | invalid data, expected int, got string",
        "INTEGER         | 1.5                  | invalid data, expected int, got float64",
        "INTEGER         | 9223372036854775808  | invalid data, expected int, got float64",
        "INTEGER_OR_TEXT | 1.5                  | invalid data, expected XIntOrString value to be"
            + " either a string or integer",
        "INTEGER_OR_TEXT | true                 | invalid data, expected XIntOrString value to be"
            + " either a string or integer",
        "DURATION        | soon                 | Invalid duration soon: unable to parse soon as"
            + " duration",
        "DATE            | '2023-02-29'         | Invalid date formatted string 2023-02-29",
        "DATE            | today                | Invalid date formatted string today",
        "TIME            | '2023-02-29T00:00:00Z' | Invalid date-time formatted string"
            + " 2023-02-29T00:00:00Z",
        "TIME            | now                  | Invalid date-time formatted string now",
      })
  void rejectsValueOfAnotherType(ScalarView type, String value, String message) {
    assertThatThrownBy(() -> type.of(json(value)))
        .isInstanceOf(RuleFailure.class)
        .hasMessage(message);
  }

  @Test
  void rejectsMalformedBase64() {
    assertThatThrownBy(() -> ScalarView.BYTES.of(json("'a?'")))
        .isInstanceOf(RuleFailure.class)
        .hasMessageStartingWith("Invalid byte formatted string a?: ");
  }

  @Test
  void hasTypeOfItsValues() {
    assertThat(ScalarView.TEXT.celType()).isEqualTo(SimpleType.STRING);
    assertThat(ScalarView.BYTES.celType()).isEqualTo(SimpleType.BYTES);
    assertThat(ScalarView.DURATION.celType()).isEqualTo(SimpleType.DURATION);
    assertThat(ScalarView.DATE.celType()).isEqualTo(SimpleType.TIMESTAMP);
    assertThat(ScalarView.TIME.celType()).isEqualTo(SimpleType.TIMESTAMP);
    assertThat(ScalarView.BOOLEAN.celType()).isEqualTo(SimpleType.BOOL);
    assertThat(ScalarView.NUMBER.celType()).isEqualTo(SimpleType.DOUBLE);
    assertThat(ScalarView.INTEGER.celType()).isEqualTo(SimpleType.INT);
    assertThat(ScalarView.INTEGER_OR_TEXT.celType()).isEqualTo(SimpleType.DYN);
  }

  private static CelByteString bytes(String text) {
    return CelByteString.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
