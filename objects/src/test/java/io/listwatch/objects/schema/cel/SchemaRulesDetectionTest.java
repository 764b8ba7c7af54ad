package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas that have rules, and the objects on which they are evaluated. */
final class SchemaRulesDetectionTest {
  private static final String RULE = "x-kubernetes-validations: [{rule: 'false'}]";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: object, %s}",
        "{type: object, properties: {a: {type: string}, b: {type: string, %s}}}",
        "{type: array, items: {type: string, %s}}",
        "{type: object, additionalProperties: {type: string, %s}}",
        "{type: object, allOf: [{}, {%s}]}",
        "{type: object, properties: {a: {type: object, properties: {b: {type: array, items:"
            + " {%s}}}}}}",
      })
  void findsRulesInSubschemas(String schema) {
    assertThat(SchemaRules.of(Rules.read(schema.formatted(RULE))).isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: object}",
        "{type: object, x-kubernetes-validations: []}",
        "{type: object, default: {%s}}",
        "{type: object, example: {%s}}",
        "{type: object, not: {%s}}",
        "{type: object, oneOf: [{%s}]}",
        "{type: object, properties: {a: {type: object, enum: [{%s}]}}, allOf: []}",
      })
  void findsNoRulesInDefaultsEnumsNotAndOneOf(String schema) {
    SchemaRules rules = SchemaRules.of(Rules.read(schema.formatted(RULE)));
    var errors = new ArrayList<FieldError>();

    rules.prepare();
    rules.check(Rules.read("{}"), null, errors, warning -> {});

    assertThat(rules.isEmpty()).isTrue();
    assertThat(errors).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FieldValueNotSupported",
        "FieldValueRequired",
        "FieldValueTooLong",
        "FieldValueTooMany",
        "FieldValueTypeInvalid",
      })
  void evaluatesNoRulesAfterErrorsOfStructure(String reason) {
    assertThat(check(new FieldError(reason, "a", "is wrong")))
        .containsExactly(
            "a: is wrong",
            "<nil>: Invalid value: null: some validation rules were not checked because the object"
                + " was invalid; correct the existing errors to complete validation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"})
  void evaluatesRulesAfterOtherErrors(String reason) {
    assertThat(check(new FieldError(reason, "a", "is wrong")))
        .containsExactly("a: is wrong", "<nil>: Invalid value: failed rule: false");
  }

  private static List<String> check(FieldError before) {
    var errors = new ArrayList<>(List.of(before));
    SchemaRules.of(Rules.read("{type: object, " + RULE + "}"))
        .check(Rules.read("{}"), null, errors, warning -> {});
    return errors.stream().map(FieldError::toString).toList();
  }

  @Test
  void preparedRulesEvaluateTheSame() {
    SchemaRules rules = SchemaRules.of(Rules.read("{type: object, " + RULE + "}"));
    var errors = new ArrayList<FieldError>();

    rules.prepare();
    rules.prepare();
    rules.check(Rules.read("{}"), null, errors, warning -> {});

    assertThat(errors).hasSize(1);
  }

  /** Nothing is left to evaluate, although the schema has rules. */
  @Test
  void rulesOnUntypedValuesAreSkipped() {
    SchemaRules rules =
        SchemaRules.of(
            Rules.read(
                "{type: object, properties: {a: {x-kubernetes-preserve-unknown-fields: true, %s}}}"
                    .formatted(RULE)));
    var errors = new ArrayList<FieldError>();

    rules.check(Rules.read("a: 1"), null, errors, warning -> {});

    assertThat(rules.isEmpty()).isFalse();
    assertThat(errors).isEmpty();
  }
}
