package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error of a violated rule: its field, reason, value and message. */
final class RuleMessagesTest {
  private static Rules rules(String schema, String rule) {
    return Rules.of(
        """
        {type: object, properties: {v: {%s, x-kubernetes-validations: [%s]}}}
        """
            .formatted(schema, rule));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{rule: 'false'} | Invalid value: \"x\": failed rule: false",
        "{rule: ' false '} | Invalid value: \"x\": failed rule: false",
        "{rule: 'false', message: m} | Invalid value: \"x\": m",
        "{rule: 'false', message: ' m '} | Invalid value: \"x\": m",
        "{rule: 'false', message: m, messageExpression: \"'e'\"} | Invalid value: \"x\": e",
        "{rule: 'false', message: m, messageExpression: \"' e '\"} | Invalid value: \"x\": e",
        "{rule: 'false', message: m, messageExpression: \"'not ' + self\"} | Invalid value: \"x\":"
            + " not x",
        "{rule: 'false', message: m, messageExpression: \"''\"} | Invalid value: \"x\": m",
        "{rule: 'false', message: m, messageExpression: \"' '\"} | Invalid value: \"x\": m",
        "{rule: 'false', message: m, messageExpression: \"'a\\\\nb'\"} | Invalid value: \"x\": m",
        "{rule: 'false', message: m, messageExpression: \"self.substring(9)\"} | Invalid value:"
            + " \"x\": m",
        "{rule: 'false', messageExpression: \"self.substring(9)\"} | Invalid value: \"x\": failed"
            + " rule: false",
        "{rule: 'false', reason: FieldValueInvalid} | Invalid value: \"x\": failed rule: false",
        "{rule: 'false', reason: FieldValueForbidden} | Forbidden: failed rule: false",
        "{rule: 'false', reason: FieldValueRequired, message: m} | Required value: m",
        "{rule: 'false', reason: FieldValueDuplicate, message: m} | Duplicate value: \"x\"",
      })
  void describesTheViolation(String rule, String message) {
    assertThat(rules("type: string", rule).errors("v: x")).containsExactly("v: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: string | a<b | Invalid value: \"a<b\": m | Duplicate value: \"a<b\"",
        "type: integer | 5 | Invalid value: 5: m | Duplicate value: 5",
        "type: number | 1.5 | Invalid value: 1.5: m | Duplicate value: 1.5",
        "type: boolean | true | Invalid value: true: m | Duplicate value: true",
        "x-kubernetes-int-or-string: true | 50% | Invalid value: \"50%\": m | Duplicate value:"
            + " \"50%\"",
        "'type: array, items: {type: string}' | [a] | Invalid value: m | Duplicate value",
        "type: object | {} | Invalid value: m | Duplicate value",
      })
  void showsScalarsOnly(String schema, String value, String invalid, String duplicate) {
    Rules rules =
        rules(schema, "{rule: 'false', message: m}, {rule: 'false', reason: FieldValueDuplicate}");

    assertThat(rules.errors("v: " + value)).containsExactly("v: " + invalid, "v: " + duplicate);
  }

  /** A message may have 5 KiB, in bytes. */
  @ParameterizedTest
  @CsvSource({"a, 5120, true", "a, 5121, false", "é, 2560, true", "é, 2561, false"})
  void ignoresLongMessages(String character, int length, boolean used) {
    Rules rules =
        rules(
            "type: string, maxLength: 6000",
            "{rule: 'false', message: m, messageExpression: self}");
    String value = character.repeat(length);

    assertThat(rules.errors("v: " + value))
        .containsExactly("v: Invalid value: \"" + value + "\": " + (used ? value : "m"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".x | v.x",
        ".m | v.m",
        ".m.key | v.m[key]",
        ".m['a.b'] | v.m[a.b]",
        "['x'] | v.x",
      })
  void fieldPathIsBelowTheValue(String fieldPath, String field) {
    Rules rules =
        rules(
            "type: object, properties: {x: {type: integer}, m: {type: object,"
                + " additionalProperties: {type: string}}}",
            "{rule: 'false', message: no, fieldPath: \"%s\"}".formatted(fieldPath));

    assertThat(rules.errors("v: {}")).containsExactly(field + ": Invalid value: no");
  }

  @Test
  void fieldPathOfTheRootHasNoPrefix() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties: {x: {type: integer}}
            x-kubernetes-validations: [{rule: "false", message: no, fieldPath: .x}]
            """);

    assertThat(rules.errors("{}")).containsExactly("x: Invalid value: no");
  }

  /** The error is at the value itself, because a failed evaluation has no field path. */
  @Test
  void failedEvaluationIgnoresTheFieldPath() {
    Rules rules =
        rules(
            "type: object, properties: {x: {type: integer}}",
            "{rule: self.x > 0, message: ' m ', reason: FieldValueForbidden, fieldPath: .x}");

    assertThat(rules.errors("v: {}"))
        .containsExactly("v: Invalid value: \"object\": no such key: x evaluating rule: m");
  }
}
