package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Literals that can never be valid are rejected with the rule, at their position. */
final class ExpressionCheckTest {
  private static final RuleExpressions OVER = RuleExpressions.over(CallCostsTest.SCHEMA);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "self.text.matches('(') | 1:19: invalid matches argument",
        "matches(self.text, '[') | 1:20: invalid matches argument",
        "duration('1') == self.wait | 1:10: invalid duration argument",
        "duration('') == self.wait | 1:10: invalid duration argument",
        "timestamp('2024-01-01') == self.time | 1:11: invalid timestamp argument",
        "timestamp('2024-13-01T00:00:00Z') == self.time | 1:11: invalid timestamp argument",
        "[1, 'a'].size() == 2 | 1:5: expected type 'int' but found 'string'",
        "[1, 2, 3.0].size() == 3 | 1:8: expected type 'int' but found 'double'",
        "[[1], ['a']].size() == 2 | 1:7: expected type 'list' but found 'list'",
        "{'a': 1, 2: 2}.size() == 2 | 1:10: expected type 'string' but found 'int'",
        "{'a': 1, 'b': 'c'}.size() == 2 | 1:15: expected type 'int' but found 'string'",
        "{'a': [1, 'b']}.size() == 1 | 1:11: expected type 'int' but found 'string'",
        "{'a': 1}.size() == [1, 'b'].size() | 1:24: expected type 'int' but found 'string'",
        "self.numbers.all(x, x in [1, 'a']) | 1:30: expected type 'int' but found 'string'",
        "[1, 'a'].all(x, true) | 1:5: expected type 'int' but found 'string'",
        "self.text.size() == 1 ? true : duration('x') == self.wait | 1:41: invalid duration"
            + " argument",
        "[1, 'a'].map(x, x)[0] == 1 | 1:5: expected type 'int' but found 'string'",
        "'%s'.format(['a', 1]) == duration('z').getHours() + '' | found no matching overload",
      })
  void rejectsInvalidLiterals(String rule, String issue) {
    assertThat(OVER.compile(rule).failure())
        .startsWith("compilation failed: ERROR: <input>:")
        .contains(issue);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "self.text.matches('[a-z]+')",
        "self.text.matches(self.short)",
        "self.text.find('(') == ''",
        "self.text.contains('(')",
        "duration('1h') == self.wait",
        "duration(self.text) == self.wait",
        "timestamp('2024-01-01T00:00:00Z') == self.time",
        "timestamp(1) == self.time",
        "duration('1h30m').getHours() == 1",
        "[1, 2].size() == 2 && [].size() == 0 && {}.size() == 0",
        "[dyn(1), 'a'].size() == 2",
        "[1, dyn('a')].size() == 2",
        "{'a': dyn(1), 'b': 'c'}.size() == 2",
        "'%s %d'.format(['a', 1]) == ''",
        "'%s'.format([['a', 1]]) == ''",
        "[1, self.number].size() == 2",
      })
  void acceptsOtherLiterals(String rule) {
    assertThat(OVER.compile(rule).failure()).isEmpty();
  }

  @Test
  void reportsEveryInvalidLiteral() {
    assertThat(OVER.compile("self.text.matches('(') || self.text.matches(')')").failure())
        .isEqualTo(
            """
            compilation failed: ERROR: <input>:1:19: invalid matches argument
             | self.text.matches('(') || self.text.matches(')')
             | ..................^
            ERROR: <input>:1:45: invalid matches argument
             | self.text.matches('(') || self.text.matches(')')
             | ............................................^\
            """);
  }

  @Test
  void reportsTheLineOfALiteral() {
    assertThat(OVER.compile("self.number > 0 &&\nself.text.matches('(')").failure())
        .isEqualTo(
            """
            compilation failed: ERROR: <input>:2:19: invalid matches argument
             | self.text.matches('(')
             | ..................^\
            """);
  }

  /** Functions that read a value to its end cost more the longer it is; others do not. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "self.text == 'x' | true",
        "self.text < 'x' | true",
        "self.text.contains('x') | true",
        "self.text.startsWith('x') | true",
        "'x' in self.texts | true",
        "self.texts.isSorted() | true",
        "int(self.text) == 0 || true | true",
        "has(self.text) | false",
        "size(self.text) > 0 | false",
        "type(self.text) == string | false",
        "optional.of(self.text).hasValue() | false",
        "self.texts[?0].hasValue() | false",
        "!(self.texts.size() > 5) | false",
      })
  void readsOnlyValuesThatAFunctionNeeds(String rule, boolean reads) {
    String object = "{text: '%1$s', texts: ['%1$s'], labels: {a: '%1$s'}}";

    assertThat(spent(rule, object.formatted("a".repeat(1_000))) > 90)
        .as("cost with long strings")
        .isEqualTo(reads);
    assertThat(spent(rule, object.formatted("a"))).isLessThan(20);
  }

  private static long spent(String rule, String object) {
    var cost = new RuleCost(RuleProgram.MAX_COST);
    OVER.run(rule, Rules.read(object), cost);
    return cost.spent();
  }
}
