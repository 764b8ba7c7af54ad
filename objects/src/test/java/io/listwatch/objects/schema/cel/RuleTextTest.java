package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules as they are written in a schema. */
final class RuleTextTest {
  private static List<RuleText> rules(String list) {
    return RuleText.of(Rules.read("x-kubernetes-validations: " + list));
  }

  private static RuleText rule(String members) {
    return rules("[{" + members + "}]").get(0);
  }

  @Test
  void readsAllMembers() {
    RuleText rule =
        rule(
            "rule: self > 0, message: too small, messageExpression: \"'x'\", reason:"
                + " FieldValueInvalid, fieldPath: .spec, optionalOldSelf: true");

    assertThat(rule)
        .isEqualTo(
            new RuleText("self > 0", "too small", "'x'", "FieldValueInvalid", ".spec", true));
    assertThat(rule.hasOptionalOldSelf()).isTrue();
  }

  @Test
  void absentMembersAreEmpty() {
    assertThat(rule("rule: 'true'")).isEqualTo(new RuleText("true", "", "", null, "", null));
    assertThat(rule("rule: 'true', reason: null").reason()).isNull();
    assertThat(rule("rule: 'true', optionalOldSelf: 1").optionalOldSelf()).isNull();
  }

  @Test
  void readsAllRulesInOrder() {
    assertThat(rules("[{rule: a}, {rule: b}]"))
        .extracting(RuleText::rule)
        .containsExactly("a", "b");
    assertThat(rules("[]")).isEmpty();
    assertThat(RuleText.of(Rules.read("type: object"))).isEmpty();
  }

  @Test
  void oldSelfIsNotOptionalUnlessTheRuleSaysSo() {
    assertThat(rule("rule: a").hasOptionalOldSelf()).isFalse();
    assertThat(rule("rule: a, optionalOldSelf: false").hasOptionalOldSelf()).isFalse();
    assertThat(rule("rule: a, optionalOldSelf: true").hasOptionalOldSelf()).isTrue();
  }

  @Test
  void ruleOfSpacesIsBlank() {
    assertThat(rule("rule: ''").isBlank()).isTrue();
    assertThat(rule("rule: \" \\t\\n\"").isBlank()).isTrue();
    assertThat(rule("rule: a").isBlank()).isFalse();
  }

  @Test
  void isNamedByItsMessageOrElseByItsExpression() {
    assertThat(rule("rule: ' self > 0 '").name()).isEqualTo("self > 0");
    assertThat(rule("rule: self > 0, message: ' too small '").name()).isEqualTo("too small");
  }

  @Test
  void complaintIsTheMessageOrElseNamesTheExpression() {
    assertThat(rule("rule: ' self > 0 '").complaint()).isEqualTo("failed rule: self > 0");
    assertThat(rule("rule: self > 0, message: ' too small '").complaint()).isEqualTo("too small");
  }

  @Test
  void isShownLikeAGoStruct() {
    assertThat(rule("rule: a, message: b, reason: c, optionalOldSelf: true").shown())
        .isEqualTo(
            "{\"Rule\":\"a\",\"Message\":\"b\",\"MessageExpression\":\"\",\"Reason\":\"c\","
                + "\"RuleFieldPath\":\"\",\"OptionalOldSelf\":true}");
    assertThat(rule("rule: a, messageExpression: b, fieldPath: .c").shown())
        .isEqualTo(
            "{\"Rule\":\"a\",\"Message\":\"\",\"MessageExpression\":\"b\",\"Reason\":null,"
                + "\"RuleFieldPath\":\".c\",\"OptionalOldSelf\":null}");
  }
}
