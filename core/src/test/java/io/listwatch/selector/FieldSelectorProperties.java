package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

final class FieldSelectorProperties {
  @Property
  void matchesAsANaiveEvaluatorDoes(
      @ForAll("terms") List<FieldTerm> terms, @ForAll("fields") Map<String, String> fields) {
    FieldSelector selector = selector(terms);

    boolean matches = selector.matches(Fields.of(fields));

    assertThat(matches).isEqualTo(terms.stream().allMatch(term -> holds(term, fields)));
  }

  private static boolean holds(FieldTerm term, Map<String, String> fields) {
    String value = Objects.requireNonNullElse(fields.get(term.path()), "");
    return term.negated() ? !value.equals(term.value()) : value.equals(term.value());
  }

  @Property
  void parsesItsPrintedForm(@ForAll("terms") List<FieldTerm> terms) {
    FieldSelector selector = selector(terms);

    FieldSelector again = FieldSelector.parse(selector.toString());

    assertThat(again).isEqualTo(selector).hasSameHashCodeAs(selector);
    assertThat(again.terms()).containsExactlyInAnyOrderElementsOf(terms);
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
              FieldSelector selector = FieldSelector.parse(text);
              assertThat(FieldSelector.parse(selector.toString())).isEqualTo(selector);
            });

    if (problem != null) {
      assertThat(problem).isExactlyInstanceOf(InvalidSelectorException.class);
    }
  }

  private static FieldSelector selector(List<FieldTerm> terms) {
    FieldSelector selector = FieldSelector.everything();
    for (FieldTerm term : terms) {
      FieldSelector.Condition condition = selector.and(term.path());
      selector = term.negated() ? condition.isNot(term.value()) : condition.is(term.value());
    }
    return selector;
  }

  @Provide
  Arbitrary<List<FieldTerm>> terms() {
    return Combinators.combine(paths(), Arbitraries.of(true, false), values())
        .as(FieldTerm::new)
        .list()
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<Map<String, String>> fields() {
    return Arbitraries.maps(paths(), values()).ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> tokens() {
    return Arbitraries.of("a", "a-b", "=", "==", "!", "!=", ",", "\\", " ", "é", "😀", "\ud800")
        .list()
        .ofMaxSize(12)
        .map(tokens -> String.join("", tokens));
  }

  private static Arbitrary<String> paths() {
    return Arbitraries.of("a", "a-b", "metadata.name", "spec.x");
  }

  private static Arbitrary<String> values() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "a", "b"), Arbitraries.strings().withChars("a\\,=!é"));
  }
}
