package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The measured cost of evaluated expressions. */
final class RuleCostTest {
  private static final CelExpr LITERAL = CelExpr.ofConstant(1, CelConstant.ofValue("x"));
  private static final CelExpr VARIABLE = CelExpr.ofIdent(1, "self");
  private static final CelExpr CALL = CelExpr.ofCall(1, Optional.empty(), "f", ImmutableList.of());

  private static final String TEXT = "x".repeat(99);
  private static final List<Long> NUMBERS = Collections.nCopies(25, 7L);

  private final RuleCost cost = new RuleCost(1_000);

  static Stream<Arguments> countsSteps() {
    return Stream.of(
        Arguments.of("a literal is free", LITERAL, TEXT, 0),
        Arguments.of("a variable", VARIABLE, 5L, 1),
        Arguments.of("a variable with a string, which is not read", VARIABLE, TEXT, 1),
        Arguments.of("a foreign list, which the runtime copies", VARIABLE, NUMBERS, 26),
        Arguments.of("a foreign map, which the runtime copies", VARIABLE, Map.of("a", 1), 2),
        Arguments.of("a call", CALL, true, 1),
        Arguments.of("a call that makes a string", CALL, TEXT, 10),
        Arguments.of("a call that makes a list", CALL, NUMBERS, 26));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void countsSteps(String ignored, CelExpr expression, Object value, long steps) {
    cost.of(Set.of()).callback(expression, value);

    assertThat(cost.spent()).isEqualTo(steps);
  }

  static Stream<Arguments> readingAValueCosts() {
    DeclaredType object =
        RuleExpressions.over(
                """
                type: object
                properties:
                  text: {type: string}
                  list: {type: array, items: {type: integer}}
                """)
            .type();
    return Stream.of(
        Arguments.of("a number", 5L, 0),
        Arguments.of("a string: a tenth of its length", TEXT, 9),
        Arguments.of("bytes: a tenth of their length", CelByteString.of(new byte[40]), 4),
        Arguments.of("a list: its size", NUMBERS, 25 + 25),
        Arguments.of("a list of strings: their lengths too", List.of(TEXT, TEXT), 2 + 2 + 18),
        Arguments.of("a map: its size and values", Map.of("a", TEXT), 1 + 1 + 9),
        Arguments.of("an empty object: one", object.view(Rules.read("{}")), 1),
        Arguments.of(
            "an object: all that is below",
            object.view(Rules.read("{text: %s, list: [1, 2, 3]}".formatted(TEXT))),
            (1 + 2) + (1 + 9) + (1 + 3) + 3));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void readingAValueCosts(String ignored, Object value, long steps) {
    cost.of(Set.of(1L)).callback(VARIABLE, value);

    assertThat(cost.spent()).isEqualTo(1 + steps);
  }

  @Test
  void countsReadingOnlyForTheGivenExpressions() {
    cost.of(Set.of(2L)).callback(VARIABLE, TEXT);

    assertThat(cost.spent()).isEqualTo(1);
  }

  @Test
  void readingLiteralsHasACost() {
    cost.of(Set.of(1L)).callback(LITERAL, TEXT);

    assertThat(cost.spent()).isEqualTo(9);
  }

  @Test
  void endsTheEvaluationAboveTheLimit() {
    cost.spend(1_000);

    assertThatThrownBy(() -> cost.spend(1))
        .isInstanceOf(CostLimit.class)
        .hasMessage("operation cancelled: actual cost limit exceeded");
    assertThat(cost.spent()).isEqualTo(1_001);
  }

  /** The strings of the list would cost three times the limit. */
  @Test
  void readingEndsAtTheLimit() {
    List<String> list = Collections.nCopies(300, TEXT);

    assertThatThrownBy(() -> cost.of(Set.of(1L)).callback(VARIABLE, list))
        .isInstanceOf(CostLimit.class);
    assertThat(cost.spent()).isBetween(1_001L, 1_010L);
  }

  @Test
  void rejectsASingleCallThatCostsMoreThanAnEvaluationMay() {
    assertThatCode(() -> RuleCost.require(1_000_000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> RuleCost.require(1_000_001)).isInstanceOf(CostLimit.class);
    assertThatThrownBy(() -> RuleCost.require(Double.POSITIVE_INFINITY))
        .isInstanceOf(CostLimit.class);
  }
}
