package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

final class LabelSelectorProperties {
  /** A requirement as a user would write it, blanks included, and its meaning. */
  record Written(String key, String operator, List<String> values, String blank) {
    String text() {
      return switch (operator) {
        case "" -> blank + key;
        case "!" -> "!" + blank + key;
        case "in", "notin" ->
            key + " " + operator + blank + "(" + String.join(blank + "," + blank, values) + ")";
        default -> key + blank + operator + blank + values.get(0);
      };
    }

    /** A naive evaluation. */
    boolean holds(Map<String, String> labels) {
      @Nullable String value = labels.get(key);
      return switch (operator) {
        case "" -> value != null;
        case "!" -> value == null;
        case "=", "==" -> value != null && value.equals(values.get(0));
        case "!=" -> value == null || !value.equals(values.get(0));
        case "in" -> value != null && values.contains(value);
        case "notin" -> value == null || !values.contains(value);
        case ">" -> value != null && value.matches("[0-9]+") && compare(value) > 0;
        case "<" -> value != null && value.matches("[0-9]+") && compare(value) < 0;
        default -> throw new AssertionError(operator);
      };
    }

    private int compare(String value) {
      return new BigInteger(value).compareTo(new BigInteger(values.get(0)));
    }
  }

  @Property
  void matchesAsANaiveEvaluatorDoes(
      @ForAll("requirements") List<Written> requirements,
      @ForAll("labels") Map<String, String> labels) {
    LabelSelector selector = LabelSelector.parse(text(requirements));

    boolean matches = selector.matches(Labels.of(labels));

    assertThat(matches).isEqualTo(requirements.stream().allMatch(r -> r.holds(labels)));
  }

  @Property
  void parsesItsPrintedForm(@ForAll("requirements") List<Written> requirements) {
    LabelSelector selector = LabelSelector.parse(text(requirements));

    LabelSelector again = LabelSelector.parse(selector.toString());

    assertThat(again).isEqualTo(selector).hasSameHashCodeAs(selector);
    assertThat(again).hasToString(selector.toString());
  }

  @Property
  void andSelectsTheIntersection(
      @ForAll("requirements") List<Written> left,
      @ForAll("requirements") List<Written> right,
      @ForAll("labels") Map<String, String> labels) {
    LabelSelector both = LabelSelector.parse(text(left)).and(LabelSelector.parse(text(right)));

    boolean matches = both.matches(Labels.of(labels));

    boolean expected =
        left.stream().allMatch(r -> r.holds(labels))
            && right.stream().allMatch(r -> r.holds(labels));
    assertThat(matches).isEqualTo(expected);
  }

  @Property
  void rejectsArbitraryStringsOnlyAsInvalid(@ForAll String text) {
    assertReadOrRefused(text);
  }

  @Property
  void rejectsTokensInAnyOrderOnlyAsInvalid(@ForAll("tokens") String text) {
    assertReadOrRefused(text);
  }

  private static void assertReadOrRefused(String text) {
    @Nullable Throwable problem =
        catchThrowable(
            () -> {
              LabelSelector selector = LabelSelector.parse(text);
              assertThat(LabelSelector.parse(selector.toString())).isEqualTo(selector);
            });

    if (problem != null) {
      assertThat(problem).isExactlyInstanceOf(InvalidSelectorException.class);
    }
  }

  private static String text(List<Written> requirements) {
    return requirements.stream().map(Written::text).collect(Collectors.joining(","));
  }

  @Provide
  Arbitrary<List<Written>> requirements() {
    Arbitrary<String> blanks = Arbitraries.of("", " ", "\t ", "\n");
    Arbitrary<Written> plain =
        Combinators.combine(keys(), Arbitraries.of("", "!", "=", "==", "!=", "in", "notin"))
            .flatAs(
                (key, operator) ->
                    Combinators.combine(values().list().ofMinSize(1).ofMaxSize(4), blanks)
                        .as((values, blank) -> new Written(key, operator, values, blank)));
    Arbitrary<Written> ordering =
        Combinators.combine(keys(), Arbitraries.of(">", "<"), numbers().list().ofSize(1), blanks)
            .as(Written::new);
    return Arbitraries.oneOf(plain, ordering).list().ofMaxSize(3);
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(keys(), values()).ofMaxSize(3);
  }

  @Provide
  Arbitrary<String> tokens() {
    return Arbitraries.of(
            "a", "b/c", "in", "notin", "=", "==", "!", "!=", "<", ">", "(", ")", ",", " ", "5", "-",
            "/", "é", "\0", "\ud800")
        .list()
        .ofMaxSize(12)
        .map(tokens -> String.join("", tokens));
  }

  /** Few keys, so that selectors and labels often have the same. */
  private static Arbitrary<String> keys() {
    return Arbitraries.of("a", "in", "example.com/A.b_c-d");
  }

  private static Arbitrary<String> values() {
    return Arbitraries.oneOf(Arbitraries.of("", "a", "notin", "v".repeat(63)), numbers());
  }

  private static Arbitrary<String> numbers() {
    return Arbitraries.of("0", "5", "007", "9223372036854775807");
  }
}
