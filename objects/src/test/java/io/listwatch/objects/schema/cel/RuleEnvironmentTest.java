package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.cel.RuleEnvironment.Compiled;
import io.listwatch.objects.schema.cel.RuleEnvironment.Purpose;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RuleEnvironmentTest {
  private static final RuleExpressions OVER = RuleExpressions.over(CallCostsTest.SCHEMA);

  @Test
  void ruleHasAProgramAndACost() {
    Compiled rule = OVER.compile("self.number > 0");

    assertThat(rule.failure()).isEmpty();
    assertThat(rule.program()).isNotNull();
    assertThat(rule.usesOldSelf()).isFalse();
    assertThat(rule.cost()).isEqualTo(3);
  }

  @Test
  void invalidRuleHasNoProgramAndNoCost() {
    Compiled rule = OVER.compile("self.nothing");

    assertThat(rule.failure()).isNotEmpty();
    assertThat(rule.program()).isNull();
    assertThat(rule.cost()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "self == oldSelf | true",
        "self.number > 0 || oldSelf.number > 0 | true",
        "self.numbers.all(x, x in oldSelf.numbers) | true",
        "has(oldSelf.text) | true",
        "self.number > 0 | false",
        "self.text == 'oldSelf' | false",
        "{'oldSelf': 1}.oldSelf == 1 | false",
      })
  void detectsUseOfOldSelf(String rule, boolean uses) {
    assertThat(OVER.compile(rule).failure()).isEmpty();
    assertThat(OVER.compile(rule).usesOldSelf()).isEqualTo(uses);
  }

  @Test
  void optionalOldSelfHasAnotherType() {
    assertThat(OVER.compile("oldSelf.hasValue()", true, Purpose.RULE).failure()).isEmpty();
    assertThat(OVER.compile("oldSelf.hasValue()", false, Purpose.RULE).failure())
        .contains("found no matching overload for 'hasValue'");
    assertThat(OVER.compile("oldSelf.number > 0", true, Purpose.RULE).failure())
        .contains("compilation failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "RULE | self.number | cel expression must evaluate to a bool",
        "RULE | 'x' | cel expression must evaluate to a bool",
        "RULE | dyn(true) | cel expression must evaluate to a bool",
        "RULE | optional.of(true) | cel expression must evaluate to a bool",
        "MESSAGE | true | messageExpression must evaluate to a string",
        "MESSAGE | dyn('x') | messageExpression must evaluate to a string",
        "MESSAGE | ['x'] | messageExpression must evaluate to a string",
      })
  void resultTypeDependsOnThePurpose(Purpose purpose, String expression, String failure) {
    assertThat(OVER.compile(expression, false, purpose).failure()).isEqualTo(failure);
  }

  @Test
  void errorsOfMessageExpressionsNameTheMember() {
    assertThat(OVER.compile("nothing", false, Purpose.MESSAGE).failure())
        .startsWith("messageExpression compilation failed: ERROR: <input>:1:1: undeclared");
    assertThat(OVER.compile("duration('x') == self.wait", false, Purpose.MESSAGE).failure())
        .startsWith("messageExpression compilation failed: ERROR: <input>:1:10: invalid duration");
    assertThat(OVER.compile("'" + "!".repeat(9) + "'", false, Purpose.MESSAGE).failure()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "self.number >", "self..number", "(true", "true)", "a b", "#", "'x"})
  void syntaxErrorsAreMarkedAsSuch(String rule) {
    assertThat(OVER.compile(rule).failure())
        .startsWith("compilation failed: ERROR: <input>:1:")
        .contains("Syntax error: ");
  }

  @Test
  void overloadErrorsDoNotListTheCandidates() {
    assertThat(OVER.compile("self.number + 'a' == ''").failure())
        .contains("found no matching overload for '_+_' applied to '(int, string)'")
        .doesNotContain("candidates");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authorizer.allowed()",
        "request.userInfo.username == ''",
        "object.x == 1",
        "params == null",
        "'abc'.reverse() == ''",
        "cel.bind(x, 1, x > 0)",
        "math.greatest(1, 2) == 2",
        "base64.encode(b'') == ''",
        "google.protobuf.Timestamp{seconds: 1} == self.time || object{} == null",
      })
  void rejectsNamesOfAdmissionAndOtherLibraries(String rule) {
    assertThat(OVER.compile(rule).failure()).startsWith("compilation failed: ERROR: ");
  }

  /** An error repeats its line, so that thousands of errors could exhaust the heap. */
  @ParameterizedTest
  @ValueSource(strings = {"x, ", "self.text.matches('('), "})
  void showsFewErrorsOfALongRule(String part) {
    String rule = "[" + part.repeat(95_000 / part.length()) + "true].size() > 0";

    String failure = OVER.compile(rule).failure();

    assertThat(failure).endsWith(" more errors were truncated");
    assertThat(failure.length()).isLessThan(300_000);
  }

  @Test
  void showsAHundredErrorsOfAShortRule() {
    var rule = new StringJoiner("\n&& ");
    for (int i = 0; i < 150; i++) {
      rule.add("x" + i);
    }

    assertThat(OVER.compile(rule.toString()).failure().split("ERROR: ")).hasSize(101);
    assertThat(OVER.compile(rule.toString()).failure()).endsWith("\n50 more errors were truncated");
  }

  @Test
  void limitsThePatternsOfAllExpressionsTogether() {
    String large = "self.text.matches('x{%d}" + "x{999}".repeat(99) + "')";
    RuleExpressions over = RuleExpressions.over(CallCostsTest.SCHEMA);

    for (int i = 0; i < 20; i++) {
      assertThat(over.compile(large.formatted(i)).failure()).isEmpty();
    }

    assertThat(over.compile(large.formatted(20)).failure())
        .startsWith("compilation failed: ERROR: <input>:1:19: " + PatternBudget.EXCEEDED)
        .doesNotContain("invalid matches argument");
    assertThat(over.compile("self.text.find('x') == ''").failure())
        .contains(PatternBudget.EXCEEDED);
    assertThat(over.compile("self.text == ''").failure()).isEmpty();
  }
}
