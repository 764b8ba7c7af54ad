package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ratcheting: an update may keep values that violate a rule. An unchanged value gets a warning, and
 * a changed one an error.
 */
final class RatchetTest {
  private static final String NO = "x-kubernetes-validations: [{rule: 'false', message: no}]";

  /** The last column is the field if it is an error, or {@code warning}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // scalars and objects
        "{type: string, %s} | a | a | warning",
        "{type: string, %s} | a | b | v",
        "{type: object, properties: {x: {type: string, %s}}} | {x: a} | {x: a} | warning",
        "{type: object, properties: {x: {type: string, %s}}} | {x: a} | {x: b} | v.x",
        "{type: object, properties: {x: {type: string, %s}}} | {} | {x: a} | v.x",
        "{type: object, properties: {x: {type: string, %s}, y: {type: string}}} | {x: a, y: a} |"
            + " {x: a, y: b} | warning",
        "{type: object, properties: {x: {type: string}}, %s} | {x: a} | {x: a} | warning",
        "{type: object, properties: {x: {type: string}}, %s} | {x: a} | {x: b} | v",
        // An undeclared member makes objects different, even if it is equal.
        "{type: object, properties: {x: {type: string}}, %s} | {x: a, z: 1} | {x: a, z: 1} | v",
        // maps
        "{type: object, additionalProperties: {type: string, %s}} | {k: a} | {k: a} | warning",
        "{type: object, additionalProperties: {type: string, %s}} | {k: a} | {k: b} | v[k]",
        "{type: object, additionalProperties: {type: string, %s}} | {} | {k: a} | v[k]",
        // Lists without keys: the whole list decides.
        "{type: array, items: {type: string, %s}} | [a] | [a] | warning",
        "{type: array, items: {type: string, %s}} | [a] | [b] | v[0]",
        "{type: array, items: {type: object, properties: {x: {type: string, %s}}}} | [{x: a}] |"
            + " [{x: a}] | warning",
        "{type: array, items: {type: object, properties: {x: {type: string, %s}, y: {type:"
            + " string}}}} | [{x: a, y: a}] | [{x: a, y: b}] | v[0].x",
        "{type: array, x-kubernetes-list-type: set, items: {type: string, %s}} | [a] | [a] |"
            + " warning",
        // Lists with keys: the element of the same key decides.
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type:"
            + " object, properties: {k: {type: string}, x: {type: string, %s}}}} | [{k: 1, x: a},"
            + " {k: 2}] | [{k: 2}, {k: 1, x: a}] | warning",
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type:"
            + " object, properties: {k: {type: string}, x: {type: string, %s}}}} | [{k: 1, x: a}] |"
            + " [{k: 1, x: a}, {k: 2}] | warning",
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type:"
            + " object, properties: {k: {type: string}, x: {type: string, %s}}}} | [{k: 1, x: a}] |"
            + " [{k: 2, x: a}] | v[0].x",
        // A value without an old counterpart follows its nearest ancestor that has one.
        "{type: array, items: {type: array, items: {type: string, %s}}} | [[a]] | [[a]] | warning",
        "{type: array, items: {type: array, items: {type: string, %s}}} | [[a]] | [[a], []] |"
            + " v[0][0]",
      })
  void unchangedValueGetsAWarning(String schema, String before, String after, String expected) {
    Rules rules = Rules.of("{type: object, properties: {v: " + schema.formatted(NO) + "}}");

    var errors = rules.errors("v: " + after, "v: " + before);

    if (expected.equals("warning")) {
      assertThat(errors).isEmpty();
      assertThat(rules.warnings()).singleElement().asString().contains("no");
    } else {
      assertThat(errors).singleElement().asString().startsWith(expected + ": Invalid value: ");
      assertThat(rules.warnings()).isEmpty();
    }
  }

  @Test
  void newObjectHasNoOldValues() {
    Rules rules = Rules.of("{type: object, properties: {v: {type: string, " + NO + "}}}");

    assertThat(rules.errors("v: a")).hasSize(1);
    assertThat(rules.errors("v: a", "{}")).hasSize(1);
    assertThat(rules.warnings()).isEmpty();
  }

  /** The old object was converted to the version of the new one. */
  @Test
  void apiVersionAndKindAreNeverRatcheted() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              apiVersion: {type: string, %1$s}
              kind: {type: string, %1$s}
              spec: {type: object, properties: {kind: {type: string, %1$s}}}
            """
                .formatted(NO));
    String object = "{apiVersion: g/v1, kind: K, spec: {kind: a}}";

    assertThat(rules.errors(object, object))
        .containsExactly(
            "apiVersion: Invalid value: \"g/v1\": no", "kind: Invalid value: \"K\": no");
    assertThat(rules.warnings()).containsExactly("spec.kind: Invalid value: \"a\": no");
  }

  /** kube-apiserver compares neither the value itself nor the values below it. */
  @Test
  void rulesInAllOfFollowTheLevelAbove() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: object, properties: {b: {type: string, allOf: [{%1$s}]}, c: {type: string}}}
            """
                .formatted(NO));

    assertThat(rules.errors("a: {b: x, c: 1}", "a: {b: x, c: 1}")).isEmpty();
    assertThat(rules.errors("a: {b: x, c: 1}", "a: {b: x, c: 2}"))
        .containsExactly("a.b: Invalid value: \"x\": no");
  }

  @Test
  void rulesInAllOfTheRootAreNeverRatcheted() {
    Rules rules =
        Rules.of("{type: object, properties: {a: {type: string}}, allOf: [{" + NO + "}]}");

    assertThat(rules.errors("a: x", "a: x")).containsExactly("<nil>: Invalid value: no");
  }

  @Test
  void transitionRulesAreNeverRatcheted() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: integer, x-kubernetes-validations: [{rule: self > oldSelf, message: no}]}
              b: {type: integer, x-kubernetes-validations: [{rule: "oldSelf.hasValue() && self > oldSelf.value()", optionalOldSelf: true, message: no}]}
            """);

    assertThat(rules.errors("{a: 1, b: 1}", "{a: 1, b: 1}"))
        .containsExactly("a: Invalid value: 1: no", "b: Invalid value: 1: no");
  }

  @Test
  void failedEvaluationIsAnErrorEvenIfNothingChanged() {
    Rules rules =
        Rules.of(
            "{type: object, properties: {a: {type: integer, x-kubernetes-validations: [{rule: '1 /"
                + " self > 0'}]}}}");

    assertThat(rules.errors("a: 0", "a: 0"))
        .containsExactly(
            "a: Invalid value: \"integer\": division by zero evaluating rule: 1 / self > 0");
  }
}
