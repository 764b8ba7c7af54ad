package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.cel.RuleEnvironment.Purpose;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An evaluation results in a value or in kube-apiserver's error message. */
final class RuleProgramTest {
  private static final RuleExpressions OVER =
      RuleExpressions.over(
          """
          type: object
          properties:
            n: {type: integer}
            s: {type: string}
            missing: {type: string}
            either: {x-kubernetes-int-or-string: true}
            list: {type: array, items: {type: integer}}
            nulls: {type: array, items: {type: integer}}
            map: {type: object, additionalProperties: {type: string}}
          """);

  private static final JsonObject SELF =
      Rules.read("{n: 3, s: abc, either: x, list: [1], nulls: [null], map: {a: b}}");

  private final RuleCost cost = new RuleCost(RuleProgram.MAX_COST);

  private Object run(String rule) {
    return OVER.run(rule, SELF, cost);
  }

  @Test
  void returnsTheResult() {
    assertThat(run("self.n == 3 && self.s == 'abc'")).isEqualTo(true);
    assertThat(run("self.n > 3")).isEqualTo(false);
    assertThat(cost.spent()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.missing == '' | no such key: missing",
        "self.map['z'] == '' | no such key: z",
        "self.map.z == '' | no such key: z",
        "self.map['it\\'s'] == '' | no such key: it's",
        "{'a': 1}['b'] == 1 | no such key: b",
        "{'a': 1}['it\\'s \\'b\\''] == 1 | no such key: it's 'b'",
        "{'a': 1}.b == 1 | no such key: b",
        "dyn(self.n).b == 1 | no such key: b",
        "{1: 1}[2] == 1 | no such key: 2",
        "self.list[1] == 1 | index out of bounds: 1",
        "self.list[-1] == 1 | index out of bounds: -1",
        "[1][5] == 1 | index out of bounds: 5",
        "self.n / 0 == 1 | division by zero",
        "self.n % 0 == 1 | division by zero",
        "self.n + 9223372036854775807 > 0 | integer overflow",
        "self.n * 9223372036854775807 > 0 | integer overflow",
        "-self.n - 9223372036854775807 < 0 | integer overflow",
        "-int('-9223372036854775808') > 0 | integer overflow",
        "self.either > 5 | no such overload",
        "self.either + 1 > 5 | no such overload",
        "self.nulls[0] == 1 | invalid data, got null for schema with nullable=false",
        "optional.none().value() == 1 | optional.none() dereference",
        "int(self.s) == 1 | type conversion error from 'string' to 'int'",
      })
  void failsWithMessagesOfKubeApiserver(String rule, String failure) {
    assertThatThrownBy(() -> run(rule)).isInstanceOf(RuleFailure.class).hasMessage(failure);
  }

  @Test
  void logicSurvivesAFailureOnOneSide() {
    assertThat(run("self.n / 0 == 1 || true")).isEqualTo(true);
    assertThat(run("true || self.n / 0 == 1")).isEqualTo(true);
    assertThat(run("self.n / 0 == 1 && false")).isEqualTo(false);
    assertThat(run("[0, 1].exists(x, 1 / x == 1)")).isEqualTo(true);
  }

  /** cel-java's runtime passes the failure of a {@code &&} or {@code ||} on as a value. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[self.n / 0 == 1 || false].size() == 1",
        "[self.n / 0 == 1 || false] != []",
        "[[self.n / 0 == 1 && true]].size() == 1",
        "{'a': self.n / 0 == 1 || false}.size() == 1",
        "{(self.n / 0 == 1 || false): 'a'}.size() == 1",
        "(self.n / 0 == 1 || false) in [true]",
        "!((self.n / 0 == 1 || false) in [true])",
        "(self.n / 0 == 1 || false) in {true: 1}",
        "type(self.n / 0 == 1 || false) == bool",
        "type(self.n / 0 == 1 || false) != bool",
        "string(self.n / 0 == 1 || false) != ''",
        "!(self.n / 0 == 1 || false)",
        "(self.n / 0 == 1 || false) ? true : true",
        "dyn(self.n / 0 == 1 || false) != 7",
        "[0].map(x, 1 / x == 1 || false).size() == 1",
        "[0].all(x, 1 / x == 1) in [true, false]",
        "[[0].exists(x, 1 / x == 1)].size() == 1",
      })
  void failureIsNeverUsedAsAValue(String rule) {
    assertThatThrownBy(() -> run(rule))
        .isInstanceOf(RuleFailure.class)
        .hasMessage("division by zero");
  }

  @Test
  void logicSurvivesAFailureWithinALiteral() {
    assertThat(run("[self.n / 0 == 1 || false].size() == 1 || true")).isEqualTo(true);
    assertThat(run("(self.n / 0 == 1 || false) in [true] && false")).isEqualTo(false);
    assertThat(run("[0, 1].exists(x, (1 / x == 1 || false) in [true])")).isEqualTo(true);
    assertThat(run("[0, 1].exists(x, [1 / x == 1 || false] == [true])")).isEqualTo(true);
  }

  /** Otherwise a loop over such expressions would continue to its end. */
  @Test
  void logicDoesNotSurviveTheCostLimit() {
    var small = new RuleCost(20);

    assertThatThrownBy(
            () -> OVER.run("[1, 2, 3, 4, 5].all(x, x + x + x + x > 0) || true", SELF, small))
        .isInstanceOf(CostLimit.class);
  }

  @Test
  void oldSelfIsAbsentWithoutAnOldValue() {
    var compiled = OVER.compile("oldSelf.n == 3");
    RuleProgram program = requireNonNull(compiled.program());
    Object self = OVER.type().view(SELF);

    assertThat(compiled.usesOldSelf()).isTrue();
    assertThat(program.run(self, self, cost)).isEqualTo(true);
    assertThatThrownBy(() -> program.run(self, null, cost)).isInstanceOf(RuleFailure.class);
  }

  @Test
  void optionalOldSelfMayBeEmpty() {
    RuleProgram program =
        requireNonNull(
            OVER.compile("oldSelf.optMap(o, o.n).orValue(0) == 3", true, Purpose.RULE).program());
    Object self = OVER.type().view(SELF);

    assertThat(program.run(self, Optional.of(self), cost)).isEqualTo(true);
    assertThat(program.run(self, Optional.empty(), cost)).isEqualTo(false);
  }

  /** A thread keeps no reference to an evaluation that has ended. */
  @Test
  void endsItsPatternCallsEvenIfItFails() {
    assertThat(run("self.s.matches('b')")).isEqualTo(true);
    assertThatThrownBy(() -> run("self.s.matches('b') && self.n / 0 == 1"))
        .isInstanceOf(RuleFailure.class);

    assertThatThrownBy(PatternCalls::current)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no evaluation on this thread");
  }
}
