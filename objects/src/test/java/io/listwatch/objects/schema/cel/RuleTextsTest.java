package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Checks of a rule's members that need no compiler. */
final class RuleTextsTest {
  private static final String AT = "schema.properties[a].x-kubernetes-validations[0].";

  @ParameterizedTest
  @CsvFileSource(
      resources = "rule-texts.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void reportsErrorsAtTheMember(String rule, String errors) {
    List<String> expected =
        errors.equals("ok")
            ? List.of()
            : List.of(errors.split("; ")).stream().map(each -> AT + each).toList();

    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      a:
                        type: object
                        properties: {x: {type: integer}}
                        x-kubernetes-validations: [%s]
                    """
                        .formatted(rule))
                .refusals())
        .isEqualTo(expected);
  }

  /** One invalid member is enough: errors of the compiler would only distract from it. */
  @Test
  void compilesNoRuleOfALevelWithInvalidMembers() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: string, x-kubernetes-validations: [{rule: "self.nothing"}, {rule: ""}]}
              b: {type: string, x-kubernetes-validations: [{rule: "self.nothing"}]}
            """);

    assertThat(rules.refusals()).hasSize(2);
    assertThat(rules.refusals().get(0))
        .isEqualTo(
            "schema.properties[a].x-kubernetes-validations[1].rule: Required value: rule is not"
                + " specified");
    assertThat(rules.refusals().get(1))
        .startsWith("schema.properties[b].x-kubernetes-validations[0].rule: Invalid value: ");
  }

  @Test
  void compilesNoRuleAboveALevelWithInvalidMembers() {
    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      a: {type: array, items: {type: string, x-kubernetes-validations: [{rule: ""}]}}
                    x-kubernetes-validations: [{rule: self.nothing}]
                    """)
                .refusals())
        .containsExactly(
            "schema.properties[a].items.x-kubernetes-validations[0].rule: Required value: rule is"
                + " not specified");
  }

  @Test
  void showsTheWholeRuleIfItDoesNotCompile() {
    Rules rules =
        Rules.of(
            """
            type: object
            x-kubernetes-validations:
            - {rule: nothing, message: m, messageExpression: "1", reason: FieldValueInvalid, fieldPath: .metadata, optionalOldSelf: true}
            properties: {metadata: {type: object}}
            """);

    assertThat(rules.refusals().get(0))
        .startsWith(
            "schema.x-kubernetes-validations[0].rule: Invalid value:"
                + " {\"Rule\":\"nothing\",\"Message\":\"m\",\"MessageExpression\":\"1\","
                + "\"Reason\":\"FieldValueInvalid\",\"RuleFieldPath\":\".metadata\","
                + "\"OptionalOldSelf\":true}: compilation failed: ERROR: ");
  }
}
