package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rule may cost ten million, and all rules of a schema a hundred million. */
final class CostBudgetTest {
  private static final String HINT =
      " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays,"
          + " maps, and strings are declared)";
  private static final String CONTRIBUTED =
      ": Forbidden: contributed to estimated rule cost total exceeding cost limit for entire"
          + " OpenAPIv3 schema";
  private static final String TOTAL =
      "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
          + " exceeds budget by factor of ";

  private final List<FieldError> errors = new ArrayList<>();

  private List<String> errors() {
    return errors.stream().map(FieldError::toString).toList();
  }

  @Test
  void acceptsARuleAtTheLimit() {
    new CostBudget(false).enter("r", "rule", 10_000_000, 1, errors);

    assertThat(errors).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10000001, 1, 1.000000x",
    "10000004, 1, 1.000000x",
    "10000006, 1, 1.000001x",
    "14900000, 1, 1.490000x",
    "1000000, 15, 1.5x",
    "5, 3000000, 1.5x",
    "25400000, 1, 2.5x",
    "25600000, 1, 2.6x",
    "1000000000, 1, 100.0x",
    "1000000001, 1, more than 100x",
    "Infinity, 1, more than 100x",
  })
  void errorHasTheFactorByWhichARuleIsTooExpensive(double cost, double count, String factor) {
    new CostBudget(false).enter("r", "rule", cost, count, errors);

    assertThat(errors())
        .containsExactly(
            "r: Forbidden: estimated rule cost exceeds budget by factor of " + factor + HINT);
  }

  @Test
  void errorNamesTheExpression() {
    new CostBudget(false).enter("r", "messageExpression", 20_000_000, 1, errors);

    assertThat(errors())
        .containsExactly(
            "r: Forbidden: estimated messageExpression cost exceeds budget by factor of 2.0x"
                + HINT);
  }

  /** A list without elements never costs anything. */
  @Test
  void unboundedRuleOnZeroValuesCostsNothing() {
    var budget = new CostBudget(false);

    budget.enter("r", "rule", Double.POSITIVE_INFINITY, 0, errors);
    budget.close("s", errors);

    assertThat(errors).isEmpty();
  }

  @Test
  void acceptsATotalAtTheLimit() {
    var budget = new CostBudget(false);

    for (int i = 0; i < 10; i++) {
      budget.enter("r" + i, "rule", 10_000_000, 1, errors);
    }
    budget.close("s", errors);

    assertThat(errors).isEmpty();
  }

  @Test
  void namesTheFourMostExpensiveRulesOfATotal() {
    var budget = new CostBudget(false);

    for (int i = 1; i <= 15; i++) {
      budget.enter("r" + i, "rule", 8_000_000 + i, 1, errors);
    }
    budget.close("s", errors);

    assertThat(errors())
        .containsExactly(
            "r15" + CONTRIBUTED,
            "r14" + CONTRIBUTED,
            "r13" + CONTRIBUTED,
            "r12" + CONTRIBUTED,
            TOTAL + "1.200001x" + HINT);
  }

  @Test
  void namesOnlyRulesOfAtLeastAHundredthOfTheTotal() {
    var budget = new CostBudget(false);

    budget.enter("large", "rule", 1_000_000, 1, errors);
    for (int i = 0; i < 200; i++) {
      budget.enter("small", "rule", 999_999, 1, errors);
    }
    budget.close("s", errors);

    assertThat(errors()).containsExactly("large" + CONTRIBUTED, TOTAL + "2.0x" + HINT);
  }

  @Test
  void acceptedSchemaIsLimitedByTheTotalOnly() {
    var budget = new CostBudget(true);

    budget.enter("r", "rule", 100_000_000, 1, errors);
    budget.close("s", errors);
    assertThat(errors).isEmpty();

    budget.enter("q", "rule", 1, 1, errors);
    budget.close("s", errors);
    assertThat(errors()).containsExactly("r" + CONTRIBUTED, TOTAL + "1.000000x" + HINT);
  }
}
