package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A default must satisfy the rules of its own schema. */
final class DefaultsValidationTest {
  private static final String POSITIVE =
      "type: integer, x-kubernetes-validations: [{rule: self > 0, message: not positive}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{%s, default: -1} | default: Invalid value: -1: not positive",
        "{type: object, properties: {b: {%s, default: -1}}} | properties[b].default: Invalid value:"
            + " -1: not positive",
        "{type: array, items: {%s, default: -1}} | items.default: Invalid value: -1: not positive",
        "{type: object, additionalProperties: {%s, default: -1}} | additionalProperties.default:"
            + " Invalid value: -1: not positive",
        "{type: object, default: {b: -1}, properties: {b: {%s}}} | default.b: Invalid value: -1:"
            + " not positive",
        "{type: array, default: [1, -1], items: {%s}} | default[1]: Invalid value: -1: not"
            + " positive",
        "{type: object, default: {k: -1}, additionalProperties: {%s}} | default[k]: Invalid value:"
            + " -1: not positive",
      })
  void rejectsDefaultsThatViolateARule(String schema, String error) {
    assertThat(
            Rules.of("{type: object, properties: {a: " + schema.formatted(POSITIVE) + "}}")
                .refusals())
        .containsExactly("schema.properties[a]." + error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{%s, default: 1}",
        "{%s, nullable: true, default: null}",
        "{type: object, default: {}, properties: {b: {%s}}}",
        "{type: object, properties: {b: {%s, default: 1}}}",
      })
  void acceptsOtherDefaults(String schema) {
    assertThat(
            Rules.of("{type: object, properties: {a: " + schema.formatted(POSITIVE) + "}}")
                .refusals())
        .isEmpty();
  }

  @Test
  void acceptedSchemaKeepsItsDefaults() {
    assertThat(
            Rules.accepted("{type: object, properties: {a: {" + POSITIVE + ", default: -1}}}")
                .refusals())
        .isEmpty();
  }

  @Test
  void defaultsOfInvalidRulesAreNotChecked() {
    assertThat(
            Rules.of(
                    "{type: object, properties: {a: {"
                        + POSITIVE
                        + ", default: -1}, b: {type: string, x-kubernetes-validations: [{rule:"
                        + " ''}]}}}")
                .refusals())
        .containsExactly(
            "schema.properties[b].x-kubernetes-validations[0].rule: Required value: rule is not"
                + " specified");
  }

  @Test
  void transitionRulesDoNotApplyToDefaults() {
    assertThat(
            Rules.of(
                    "{type: object, properties: {a: {type: integer, default: 1,"
                        + " x-kubernetes-validations: [{rule: self > oldSelf}]}}}")
                .refusals())
        .isEmpty();
  }
}
