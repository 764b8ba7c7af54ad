package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class SchemaRulesTest {
  /** The schema of the exchanges recorded with kube-apiserver. */
  private static final Rules WIDGETS =
      Rules.of(
          """
          type: object
          properties:
            spec:
              type: object
              properties:
                kind:
                  type: string
                  x-kubernetes-validations:
                  - {rule: "self in ['a', 'b']", message: no such kind, reason: FieldValueForbidden}
                list:
                  type: array
                  items: {type: string}
                  x-kubernetes-validations:
                  - rule: self.all(x, x.startsWith('a'))
                    messageExpression: "'bad list from ' + self[0]"
                min: {type: integer}
                max: {type: integer}
                name:
                  type: string
                  x-kubernetes-validations:
                  - {rule: self == oldSelf, message: name is immutable}
                opt:
                  type: object
                  properties: {x: {type: integer}}
                  x-kubernetes-validations:
                  - {rule: "!has(self.x) || self.x > 0", message: x must be positive, fieldPath: .x}
              x-kubernetes-validations:
              - rule: "!has(self.min) || !has(self.max) || self.min <= self.max"
                message: min must not be above max
              - rule: "!has(self.min) || self.min < 100"
              - rule: "!has(oldSelf.max) || has(self.max)"
                message: max cannot be removed
          """);

  @Test
  void acceptsObjectThatSatisfiesAllRules() {
    assertThat(WIDGETS.refusals()).isEmpty();
    assertThat(WIDGETS.errors("spec: {kind: a, list: [ab], max: 2, min: 1, name: n}")).isEmpty();
    assertThat(WIDGETS.errors("{}")).isEmpty();
  }

  @Test
  void reportsTheMessageOfARuleOrTheRule() {
    assertThat(WIDGETS.errors("spec: {max: 2, min: 100}"))
        .containsExactly(
            "spec: Invalid value: min must not be above max",
            "spec: Invalid value: failed rule: !has(self.min) || self.min < 100");
  }

  @Test
  void usesTheMessageExpression() {
    assertThat(WIDGETS.errors("spec: {list: [ab, b]}"))
        .containsExactly("spec.list: Invalid value: bad list from ab");
  }

  @Test
  void fallsBackToTheMessageIfTheExpressionFails() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a:
                type: array
                items: {type: string}
                x-kubernetes-validations:
                - {rule: self.size() > 3, messageExpression: "self[7]"}
                - {rule: self.size() > 3, messageExpression: "'  '", message: too few}
                - {rule: self.size() > 3, messageExpression: "'a\\nb'", message: too few lines}
            """);

    assertThat(rules.errors("a: [x]"))
        .containsExactly(
            "a: Invalid value: failed rule: self.size() > 3",
            "a: Invalid value: too few",
            "a: Invalid value: too few lines");
  }

  @Test
  void reportsReasonAndFieldPath() {
    assertThat(WIDGETS.errors("spec: {kind: z, opt: {x: -1}}"))
        .containsExactly(
            "spec.kind: Forbidden: no such kind", "spec.opt.x: Invalid value: x must be positive");
  }

  @Test
  void showsTheValuesOfScalarsOnly() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: string, x-kubernetes-validations: [{rule: "false", reason: FieldValueRequired}]}
              b: {type: string, x-kubernetes-validations: [{rule: "false", reason: FieldValueDuplicate}]}
              c: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: "false", reason: FieldValueDuplicate}]}
              d: {type: integer, x-kubernetes-validations: [{rule: "false", message: " no "}]}
            """);

    assertThat(rules.errors("{a: x, b: x, c: [x], d: 5}"))
        .containsExactly(
            "a: Required value: failed rule: false",
            "b: Duplicate value: \"x\"",
            "c: Duplicate value",
            "d: Invalid value: 5: no");
  }

  @Test
  void skipsTransitionRulesWithoutAnOldValue() {
    assertThat(WIDGETS.errors("spec: {name: b}", "spec: {name: a}"))
        .containsExactly("spec.name: Invalid value: \"b\": name is immutable");
    assertThat(WIDGETS.errors("spec: {name: b}", "spec: {}")).isEmpty();
    assertThat(WIDGETS.errors("spec: {}", "spec: {max: 3}"))
        .containsExactly("spec: Invalid value: max cannot be removed");
  }

  @Test
  void supportsOptionalOldSelf() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a:
                type: integer
                x-kubernetes-validations:
                - {rule: "oldSelf.hasValue() ? self > oldSelf.value() : self == 1", optionalOldSelf: true}
            """);

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("a: 1")).isEmpty();
    assertThat(rules.errors("a: 2")).hasSize(1);
    assertThat(rules.errors("a: 2", "a: 1")).isEmpty();
    assertThat(rules.errors("a: 2", "a: 3")).hasSize(1);
  }

  @Test
  void findsTheOldElementOfAListByItsKeys() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  properties: {name: {type: string}, port: {type: integer}}
                  x-kubernetes-validations:
                  - {rule: self.port >= oldSelf.port, message: must not shrink}
            """);

    assertThat(
            rules.errors(
                "ports: [{name: b, port: 1}, {name: c, port: 1}, {name: a, port: 9}]",
                "ports: [{name: a, port: 5}, {name: b, port: 5}]"))
        .containsExactly("ports[0]: Invalid value: must not shrink");
  }

  @Test
  void ratchetsUnchangedValues() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: object, additionalProperties: {type: integer}, x-kubernetes-validations: [{rule: "self.all(k, self[k] > 0)", message: not positive}]}
              b: {type: integer}
            """);

    assertThat(rules.errors("{a: {x: -1}, b: 2}", "{a: {x: -1}, b: 1}")).isEmpty();
    assertThat(rules.warnings()).containsExactly("a: Invalid value: not positive");
    assertThat(rules.errors("a: {x: -1}", "a: {x: -2}"))
        .containsExactly("a: Invalid value: not positive");
  }

  @Test
  void ratchetsElementsOfAnAtomicListWithTheList() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              l:
                type: array
                items: {type: integer, x-kubernetes-validations: [{rule: self > 0, message: not positive}]}
            """);

    assertThat(rules.errors("l: [-1, 2]", "l: [-1, 2]")).isEmpty();
    assertThat(rules.errors("l: [-1, 2, 3]", "l: [-1, 2]"))
        .containsExactly("l[0]: Invalid value: -1: not positive");
  }

  @Test
  void rulesSeeNamesOfRootAndEmbeddedResources() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              template:
                type: object
                x-kubernetes-embedded-resource: true
                x-kubernetes-preserve-unknown-fields: true
                x-kubernetes-validations:
                - {rule: self.kind == 'Pod' && has(self.metadata.name), message: no pod}
            x-kubernetes-validations:
            - {rule: "self.metadata.name.startsWith('x') && self.apiVersion == 'g/v1'"}
            """);

    assertThat(rules.refusals()).isEmpty();
    assertThat(
            rules.errors(
                """
                apiVersion: g/v1
                kind: K
                metadata: {name: y}
                template: {apiVersion: v1, kind: Pod, metadata: {}}
                """))
        .containsExactly(
            "<nil>: Invalid value: failed rule: self.metadata.name.startsWith('x') &&"
                + " self.apiVersion == 'g/v1'",
            "template: Invalid value: no pod");
  }

  @Test
  void evaluatesRulesInMapsAndAllOf() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              m:
                type: object
                additionalProperties: {type: string, x-kubernetes-validations: [{rule: self != '', message: empty}]}
              p:
                type: integer
                allOf:
                - x-kubernetes-validations: [{rule: self != 3, message: three}]
            """);

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("{m: {a: x, b: ''}, p: 3}"))
        .containsExactly("m[b]: Invalid value: \"\": empty", "p: Invalid value: 3: three");
  }

  @Test
  void reportsEvaluationErrors() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a:
                type: object
                properties:
                  l: {type: array, items: {type: integer}}
                  s: {x-kubernetes-int-or-string: true}
                  m: {type: object, additionalProperties: {type: string}}
                x-kubernetes-validations:
                - {rule: "self.l[5] > 0"}
                - {rule: "self.l[0] / 0 == 1", message: division}
                - {rule: self.s > 5}
                - {rule: "self.m['x'] == 'y'"}
                - {rule: self.m.z == 'y'}
                - {rule: "self.l[0] + 9223372036854775807 > 0"}
            """);

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("a: {l: [1], s: text, m: {}}"))
        .containsExactly(
            "a: Invalid value: \"object\": index out of bounds: 5 evaluating rule: self.l[5] > 0",
            "a: Invalid value: \"object\": division by zero evaluating rule: division",
            "a: Invalid value: \"object\": 'no such overload': call arguments did not match a"
                + " supported operator, function or macro signature for rule: self.s > 5",
            "a: Invalid value: \"object\": no such key: x evaluating rule: self.m['x'] == 'y'",
            "a: Invalid value: \"object\": no such key: z evaluating rule: self.m.z == 'y'",
            "a: Invalid value: \"object\": integer overflow evaluating rule: self.l[0] +"
                + " 9223372036854775807 > 0");
  }

  @Test
  void reportsMissingField() {
    Rules rules =
        Rules.ofSpec("{type: object, properties: {x: {type: integer}}}", "self.x > 0 || false");

    assertThat(rules.errors("spec: {}"))
        .containsExactly(
            "spec: Invalid value: \"object\": no such key: x evaluating rule: self.x > 0 ||"
                + " false");
  }

  @Test
  void compilesAcceptedSchemaOnFirstUse() {
    SchemaRules rules =
        SchemaRules.of(
            Rules.read(
                "{type: object, x-kubernetes-validations: [{rule: self.metadata.name == 'a'}]}"));
    var errors = new ArrayList<FieldError>();

    rules.check(Rules.read("metadata: {name: b}"), null, errors, warning -> {});

    assertThat(rules.isEmpty()).isFalse();
    assertThat(errors).hasSize(1);
    assertThat(SchemaRules.of(Rules.read("type: object")).isEmpty()).isTrue();
  }

  @Test
  void skipsRulesAfterOtherErrors() {
    SchemaRules rules =
        SchemaRules.of(Rules.read("{type: object, x-kubernetes-validations: [{rule: 'false'}]}"));
    var errors = new ArrayList<FieldError>();
    errors.add(FieldError.required("spec.x", ""));

    rules.check(Rules.read("{}"), null, errors, warning -> {});

    assertThat(errors)
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.x: Required value",
            "<nil>: Invalid value: null: some validation rules were not checked because the object"
                + " was invalid; correct the existing errors to complete validation");
  }

  @Test
  void evaluatesRulesDespiteHarmlessErrors() {
    SchemaRules rules =
        SchemaRules.of(Rules.read("{type: object, x-kubernetes-validations: [{rule: 'false'}]}"));
    var errors = new ArrayList<FieldError>();
    errors.add(FieldError.invalid("spec.x", 5, "must be less"));

    rules.check(Rules.read("{}"), null, errors, warning -> {});

    assertThat(errors)
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.x: Invalid value: 5: must be less", "<nil>: Invalid value: failed rule: false");
  }
}
