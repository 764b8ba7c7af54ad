package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.cel.CallCosts.Estimate;
import io.listwatch.objects.schema.cel.CostedValue.Entries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The estimated cost of each function and operator. The numbers follow from the cost model of
 * cel-go and from Kubernetes' cost of its own libraries.
 */
final class CallCostsTest {
  static final String SCHEMA =
      """
      type: object
      properties:
        text: {type: string, maxLength: 25}
        short: {type: string, maxLength: 5}
        data: {type: string, format: byte, maxLength: 100}
        number: {type: integer}
        wait: {type: string, format: duration}
        time: {type: string, format: date-time}
        numbers: {type: array, maxItems: 10, items: {type: integer}}
        texts: {type: array, maxItems: 10, items: {type: string, maxLength: 5}}
        lists: {type: array, maxItems: 10, items: {type: array, maxItems: 5, items: {type: integer}}}
        labels: {type: object, maxProperties: 10, additionalProperties: {type: string, maxLength: 5}}
      """;

  private static final RuleExpressions OVER = RuleExpressions.over(SCHEMA);

  @ParameterizedTest
  @CsvFileSource(
      resources = "call-costs.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void estimatesCalls(String rule, String cost) {
    assertCost(rule, cost);
  }

  @ParameterizedTest
  @CsvFileSource(
      resources = "expression-costs.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void estimatesLiteralsAndComprehensions(String rule, String cost) {
    assertCost(rule, cost);
  }

  private static void assertCost(String rule, String cost) {
    assertThat(OVER.estimate(rule))
        .isEqualTo(cost.equals("unbounded") ? Double.POSITIVE_INFINITY : Double.parseDouble(cost));
  }

  /** A call on a dynamic value has several overloads; the most expensive one counts. */
  @Test
  void severalOverloadsCostTheMaximum() {
    Estimate cheap = Estimate.at(1);
    Estimate expensive = Estimate.at(7, SizeRange.of(3));

    assertThat(cheap.or(expensive)).isEqualTo(expensive);
    assertThat(expensive.or(cheap)).isEqualTo(expensive);
    assertThat(expensive.or(Estimate.at(5, SizeRange.of(9))))
        .isEqualTo(Estimate.at(7, new SizeRange(3, 9)));
  }

  @Test
  void keepsEntriesOfTheFirstOverloadThatHasAny() {
    var entries = new Entries(true, SizeRange.ONE, SizeRange.of(4));
    var made = new Estimate(1, SizeRange.of(2), entries, false);

    assertThat(Estimate.at(1).or(made).entries()).isEqualTo(entries);
    assertThat(made.or(Estimate.at(1)).entries()).isEqualTo(entries);
    assertThat(made.or(new Estimate(0, null, null, true)).choice()).isTrue();
    assertThat(new Estimate(0, null, null, true).or(made).choice()).isTrue();
    assertThat(made.or(made).choice()).isFalse();
  }

  @Test
  void estimatesOverloadsOfDynamicValues() {
    RuleExpressions over =
        RuleExpressions.over("{x-kubernetes-int-or-string: true, maxLength: 25}");

    // A variable; then an addition of numbers, strings, bytes or lists, and a comparison.
    assertThat(over.estimate("self + self == self")).isEqualTo(3 + 20 + 10);
    assertThat(over.estimate("self < self")).isEqualTo(2 + 10);
    assertThat(over.estimate("self in [self]")).isEqualTo(2 + 10 + 1);
    assertThat(over.estimate("size(self) > 0")).isEqualTo(1 + 1 + 1);
  }
}
