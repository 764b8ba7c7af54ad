package io.listwatch.objects.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Matcher;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Any pattern is rejected with Go's prefix or has a bounded program that matches. */
final class GoPatternProperties {
  private static final int MAX_PROGRAM = 100_003;

  @Property(tries = 500)
  void programsAreBounded(@ForAll("hostile") String pattern) throws InterruptedException {
    Throwable failure = Stack.failure(900, () -> compileAndMatch(pattern));

    assertThat(failure).isNull();
  }

  private static void compileAndMatch(String pattern) {
    try {
      GoPattern compiled = GoPattern.compile(pattern);
      Matcher matcher = compiled.matcher("ab0 Kx");
      matcher.find();
      assertThat(matcher.pattern().programSize())
          .isLessThanOrEqualTo(compiled.size())
          .isLessThanOrEqualTo(MAX_PROGRAM);
    } catch (InvalidPatternException e) {
      assertThat(e.getMessage()).startsWith("error parsing regexp: ");
    }
  }

  @Provide
  Arbitrary<String> hostile() {
    return parts(5);
  }

  private static Arbitrary<String> parts(int depth) {
    Arbitrary<String> leaf =
        Arbitraries.of(
            "a",
            "b?",
            "x*",
            ".",
            "\\b",
            "^",
            "$",
            "",
            "()",
            "\\pL",
            "[^\\PL]",
            "(?i)",
            "[a-z0-9]",
            "(?i:[a-\\x{ffff}])",
            "[[:alpha:]]",
            "k|K",
            "\\Q(\\E",
            "{",
            "(",
            ")",
            "[",
            "\\");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> inner = Arbitraries.lazy(() -> parts(depth - 1));
    Arbitrary<String> operator =
        Arbitraries.of(
            "*", "+", "??", "{0}", "{2}", "{10}", "{31}", "{1000}", "{0,1000}", "{1000,}", "{2,9}");
    Arbitrary<Integer> many = Arbitraries.of(1, 2, 3, 50, 400);
    return Arbitraries.frequencyOf(
        Tuple.of(1, leaf),
        Tuple.of(3, Combinators.combine(inner, operator).as((x, op) -> "(" + x + ")" + op)),
        Tuple.of(2, Combinators.combine(inner, many).as(GoPatternProperties::repeat)),
        Tuple.of(2, inner.list().ofMinSize(2).ofMaxSize(3).map(GoPatternProperties::or)),
        Tuple.of(2, inner.list().ofMinSize(2).ofMaxSize(3).map(l -> String.join("", l))),
        Tuple.of(1, Combinators.combine(inner, many).as(GoPatternProperties::nest)));
  }

  private static String repeat(String part, int times) {
    return part.repeat(Math.min(times, 1 + 100_000 / (1 + part.length())));
  }

  private static String or(List<String> parts) {
    return "(?:" + String.join("|", parts) + ")";
  }

  private static String nest(String part, int times) {
    return "(a".repeat(times) + part + ")?".repeat(times);
  }
}
