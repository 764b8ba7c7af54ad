package io.listwatch.objects.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PatternBudgetTest {
  /** Has 99,002 instructions; a single pattern may have 100,000. */
  private static final String LARGE = "x{1000}".repeat(99);

  private final PatternBudget budget = PatternBudget.ofDefinition();

  @Test
  void compilesPatternsUpToTheTotal() {
    for (int i = 0; i < 20; i++) {
      assertThat(budget.compile(LARGE)).isNotNull();
    }

    assertThat(budget.isExhausted()).isFalse();
    assertThat(budget.compile(LARGE)).isNull();
    assertThat(budget.isExhausted()).isTrue();
  }

  @Test
  void compilesNothingMoreOnceTheTotalIsExceeded() {
    for (int i = 0; i < 21; i++) {
      budget.compile(LARGE);
    }

    assertThat(budget.compile("x")).isNull();
    assertThat(budget.compile("(")).isNull();
  }

  @Test
  void acceptsThousandsOfOrdinaryPatterns() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(budget.compile("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" + i % 10)).isNotNull();
    }
  }

  @Test
  void invalidPatternFailsAndCostsNothing() {
    assertThatThrownBy(() -> budget.compile("("))
        .isInstanceOf(InvalidPatternException.class)
        .hasMessage("error parsing regexp: missing closing ): `(`");
    assertThat(budget.isExhausted()).isFalse();
  }

  @Test
  void acceptedDefinitionHasNoLimit() {
    PatternBudget unlimited = PatternBudget.unlimited();

    for (int i = 0; i < 21; i++) {
      assertThat(unlimited.compile(LARGE)).isNotNull();
    }
  }
}
