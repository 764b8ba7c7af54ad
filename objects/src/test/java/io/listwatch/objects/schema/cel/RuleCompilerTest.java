package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Errors of invalid rules, with kube-apiserver's messages. */
class RuleCompilerTest {
  private static final String OBJECT = "{type: object, properties: {x: {type: integer}}}";
  private static final String AT = "schema.properties[spec].x-kubernetes-validations[0].rule: ";

  @Test
  void rejectsUndeclaredField() {
    assertThat(Rules.ofSpec(OBJECT, "self.y > 0").refusals())
        .containsExactly(
            AT
                + "Invalid value: {\"Rule\":\"self.y \\u003e"
                + " 0\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,"
                + "\"RuleFieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR:"
                + " <input>:1:5: undefined field 'y'\n | self.y > 0\n | ....^");
  }

  @Test
  void rejectsIncompatibleTypes() {
    assertThat(refusal(OBJECT, "self.x > 'a'"))
        .isEqualTo(
            "compilation failed: ERROR: <input>:1:8: found no matching overload for '_>_' applied"
                + " to '(int, string)'\n | self.x > 'a'\n | .......^");
  }

  @Test
  void rejectsSyntaxErrors() {
    assertThat(refusal(OBJECT, "self.x ="))
        .startsWith("compilation failed: ERROR: <input>:1:8: Syntax error: ");
    assertThat(refusal(OBJECT, "self.x >"))
        .startsWith("compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input");
  }

  @Test
  void rejectsRuleThatIsNotBoolean() {
    assertThat(refusal(OBJECT, "self.x")).isEqualTo("cel expression must evaluate to a bool");
    assertThat(refusal("x-kubernetes-int-or-string: true", "self"))
        .isEqualTo("cel expression must evaluate to a bool");
  }

  @Test
  void rejectsInvalidLiterals() {
    assertThat(refusal("type: string", "self.matches('(')"))
        .isEqualTo(
            """
            compilation failed: ERROR: <input>:1:14: invalid matches argument
             | self.matches('(')
             | .............^\
            """);
    assertThat(refusal("type: string", "self.matches('((x{1000}){1000}){1000}')"))
        .contains("invalid matches argument");
    assertThat(refusal("type: string", "duration('soon') > duration('1h')"))
        .contains("invalid duration argument");
    assertThat(refusal("type: string", "timestamp('soon') > timestamp('2024-01-01T00:00:00Z')"))
        .contains("invalid timestamp argument");
    assertThat(refusal("type: integer", "self in [1, 'a']"))
        .contains("expected type 'int' but found 'string'");
  }

  @Test
  void hidesFieldsOfUnspecifiedType() {
    String schema =
        """
        type: object
        properties:
          open: {x-kubernetes-preserve-unknown-fields: true}
          half: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: integer}}}
        """;

    assertThat(refusal(schema, "has(self.open)")).contains("undefined field 'open'");
    assertThat(refusal(schema, "has(self.half.b)")).contains("undefined field 'b'");
    assertThat(Rules.ofSpec(schema, "has(self.half.a)").refusals()).isEmpty();
  }

  @Test
  void hasNoAuthorizer() {
    assertThat(refusal(OBJECT, "authorizer.path('/x').check('get').allowed()"))
        .contains("undeclared reference to 'authorizer'");
  }

  @Test
  void validatesMessageReasonAndFieldPath() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a:
                type: object
                properties: {x: {type: integer}}
                x-kubernetes-validations:
                - {rule: " "}
                - {rule: "true", message: "  "}
                - {rule: "true", message: "a\\nb"}
                - {rule: "true &&\\n true"}
                - {rule: "true", messageExpression: "  "}
                - {rule: "true", reason: Other}
                - {rule: "true", fieldPath: .y}
                - {rule: "self.nothing"}
            """);

    String at = "schema.properties[a].x-kubernetes-validations";
    assertThat(rules.refusals())
        .containsExactly(
            at + "[0].rule: Required value: rule is not specified",
            at + "[1].message: Invalid value: \"  \": must be non-empty if specified",
            at + "[2].message: Invalid value: \"a\\nb\": must not contain line breaks",
            at
                + "[3].message: Required value: message must be specified if rule contains line"
                + " breaks",
            at
                + "[4].messageExpression: Required value: messageExpression must be non-empty if"
                + " specified",
            at
                + "[5].reason: Unsupported value: \"Other\": supported values:"
                + " \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\","
                + " \"FieldValueRequired\"",
            at + "[6].fieldPath: Invalid value: \".y\": must be a valid path");
  }

  @Test
  void rejectsMessageExpressionThatIsNotAString() {
    Rules rules =
        Rules.of(
            """
            type: object
            x-kubernetes-validations:
            - {rule: "true", messageExpression: "1"}
            - {rule: "true", messageExpression: "nothing"}
            """);

    assertThat(rules.refusals()).hasSize(2);
    assertThat(rules.refusals().get(0))
        .startsWith("schema.x-kubernetes-validations[0].messageExpression: Invalid value: {")
        .endsWith(": messageExpression must evaluate to a string");
    assertThat(rules.refusals().get(1))
        .contains("messageExpression compilation failed: ERROR: <input>:1:1: undeclared reference");
  }

  @Test
  void rejectsOldSelfInUncorrelatableLists() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              l:
                type: array
                items: {type: object, properties: {a: {type: integer, x-kubernetes-validations: [{rule: self == oldSelf}]}}}
              b: {type: integer, x-kubernetes-validations: [{rule: self > 0, optionalOldSelf: true}]}
            """);

    assertThat(rules.refusals())
        .containsExactly(
            "schema.properties[l].items.properties[a].x-kubernetes-validations[0].rule: Invalid"
                + " value: \"self == oldSelf\": oldSelf cannot be used on the uncorrelatable"
                + " portion of the schema within schema.properties[l]",
            "schema.properties[b].x-kubernetes-validations[0].optionalOldSelf: Invalid value:"
                + " true: may not be set if oldSelf is not used in rule");
  }

  @Test
  void limitsLengthAndDepthOfRules() {
    assertThat(refusal("type: string", "self == '" + "x".repeat(100_000) + "'"))
        .contains("expression code point size exceeds limit");
    assertThat(refusal("type: integer", "(".repeat(5_000) + "self" + ")".repeat(5_000) + " > 0"))
        .startsWith("compilation failed: ");
    assertThat(refusal("type: integer", "!".repeat(9_001) + "(self > 0)")).isNotNull();
  }

  @Test
  void escapesFieldNames() {
    String schema =
        """
        type: object
        properties:
          namespace: {type: integer}
          a-b: {type: integer}
          c.d/e: {type: integer}
          x__y: {type: integer}
          true: {type: integer}
        """;

    Rules rules =
        Rules.ofSpec(
            schema,
            "self.__namespace__ + self.a__dash__b + self.c__dot__d__slash__e"
                + " + self.x__underscores__y + self.__true__ == 15");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("spec: {namespace: 1, a-b: 2, 'c.d/e': 3, x__y: 4, 'true': 5}"))
        .isEmpty();
  }

  /** The parser accepts reserved words after a dot, except literals such as true. */
  @Test
  void reservedWordsNeedNoEscapeAfterADot() {
    Rules rules =
        Rules.ofSpec(
            """
            type: object
            properties:
              namespace: {type: string}
              if: {type: integer}
            """,
            "has(self.namespace) && self.namespace == self.__namespace__ && self.if == 1");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("spec: {namespace: a, if: 1}")).isEmpty();
    assertThat(rules.errors("spec: {namespace: a, if: 2}")).hasSize(1);
  }

  private static String refusal(String schema, String rule) {
    var refusals = Rules.ofSpec(schema, rule).refusals();
    assertThat(refusals).hasSizeLessThanOrEqualTo(1);
    if (refusals.isEmpty()) {
      return "";
    }
    String end = "\"OptionalOldSelf\":null}: ";
    return refusals.get(0).substring(refusals.get(0).indexOf(end) + end.length());
  }
}
