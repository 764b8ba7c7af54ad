package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.schema.pattern.GoPattern;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matching a pattern costs the same as in kube-apiserver, and more for large programs. */
final class PatternCallsTest {
  private final RuleCost cost = new RuleCost(1_000);

  @AfterEach
  void end() {
    PatternCalls.end(null);
  }

  private void begin(String... literals) {
    var patterns = new HashMap<String, GoPattern>();
    for (String literal : literals) {
      patterns.put(literal, GoPattern.compile(literal));
    }
    PatternCalls unused = PatternCalls.begin(Map.copyOf(patterns), cost);
  }

  @Test
  void matchCostsATenthOfTheStringTimesAQuarterOfThePattern() {
    begin("^[a-z]+$");

    assertThat(PatternFunctions.matches("a".repeat(50), "^[a-z]+$")).isTrue();
    assertThat(cost.spent()).isEqualTo(6 * 2);
    assertThat(PatternFunctions.matches("", "^[a-z]+$")).isFalse();
    assertThat(cost.spent()).isEqualTo(6 * 2 + 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[0-9]+", "[a-z]", "", "a|b", "(?:[a-z][0-9])+", "\\b", "$", "1b|2", "x*"})
  void findingAllMatchesUsuallyCostsOneMatch(String pattern) {
    begin(pattern);
    String text = "a1b22 ".repeat(9);
    PatternFunctions.matches(text, pattern);
    long once = cost.spent();

    PatternFunctions.findAll(text, pattern, -1);

    assertThat(cost.spent()).isEqualTo(2 * once);
  }

  /** Each search for {@code a*b} reads to the end. */
  @Test
  void readingTheTextAgainForEachMatchCostsAgain() {
    begin("a*b|a");
    String text = "a".repeat(50);
    PatternFunctions.matches(text, "a*b|a");
    long once = cost.spent();

    assertThat(PatternFunctions.findAll(text, "a*b|a", -1)).hasSize(50);

    assertThat(cost.spent()).isGreaterThan(20 * once);
  }

  @Test
  void largeProgramCostsMore() {
    begin("x{1000}");

    PatternFunctions.matches("abcdefghi", "x{1000}");

    assertThat(cost.spent()).isEqualTo(100);
  }

  @Test
  void computedPatternAlwaysCostsItsCompilation() {
    begin();

    PatternFunctions.matches("", "x{100}");
    long once = cost.spent();
    PatternFunctions.matches("", "x{100}");

    assertThat(once).isEqualTo(2 + 2);
    assertThat(cost.spent()).isEqualTo(2 * once);
  }

  @Test
  void rejectsLargeComputedPattern() {
    begin();

    assertThatThrownBy(() -> PatternFunctions.matches("", "x{1000}".repeat(11)))
        .isInstanceOf(CostLimit.class);
  }

  @Test
  void costCountsCodePoints() {
    begin("^.$");

    PatternFunctions.matches("\uD83D\uDE00".repeat(9), "^.$");

    assertThat(cost.spent()).isEqualTo(1);
  }

  @Test
  void endsTheEvaluationAtTheLimit() {
    begin("a");

    assertThatThrownBy(() -> PatternFunctions.matches("b".repeat(10_001), "a"))
        .isInstanceOf(CostLimit.class);
  }

  @Test
  void matchesMoreComputedPatternsThanItKeeps() {
    begin();

    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10; i++) {
        assertThat(PatternFunctions.matches("x" + i, "x" + i)).isTrue();
        assertThat(PatternFunctions.matches("x" + i, "y" + i)).isFalse();
      }
    }
  }

  @Test
  void reportsMalformedComputedPattern() {
    begin();

    assertThatThrownBy(() -> PatternFunctions.matches("", "("))
        .isInstanceOf(RuleFailure.class)
        .hasMessageStartingWith("error parsing regexp: ");
  }

  @Test
  void patternsBelongToOneEvaluation() {
    assertThatThrownBy(PatternCalls::current)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no evaluation on this thread");
    begin();
    assertThat(PatternCalls.current()).isNotNull();
    PatternCalls.end(null);

    assertThatThrownBy(PatternCalls::current).isInstanceOf(IllegalStateException.class);
  }
}
