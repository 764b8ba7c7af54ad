package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expensive selectors as long as a request can be. */
final class HostileSelectorTest {
  private static final int MEGABYTE = 1 << 20;

  /** Some hundred bytes for each character. Quadratic growth would exceed it by far. */
  private static final long MAX_ALLOCATION = 400L * MEGABYTE;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<Arguments> labelSelectors() {
    return Stream.of(
        arguments("many requirements", repeat("a,") + "a"),
        arguments("many requirements in the wrong order", numbered("k%d", "z", 130_000)),
        arguments("many equal values", "a in (" + repeat("b,") + ")"),
        arguments("many values", "a in (" + numbered("%d", "0", 130_000) + ")"),
        arguments("many bad values", "a in (" + numbered("-%d", "-", 120_000) + ")"),
        arguments("many empty values", "a in (" + repeat(",") + ")"),
        arguments("many open parentheses", "a in " + repeat("(")),
        arguments("many negations", repeat("!")),
        arguments("many equals signs", "a" + repeat("=")),
        arguments("many blanks", repeat(" ")),
        arguments("many NULs", "a" + repeat("\0")),
        arguments("a long key", repeat("a")),
        arguments("a long prefix", repeat("a.") + "a/b"),
        arguments("a key of slashes", repeat("/")),
        arguments("a key to quote", repeat("\u0001")),
        arguments("a long value", "a=" + repeat("-")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("labelSelectors")
  void parsesAHostileLabelSelectorInLinearTime(String name, String text) {
    assertThat(allocation(LabelSelector::parse, text)).isLessThan(MAX_ALLOCATION);
  }

  static Stream<Arguments> fieldSelectors() {
    return Stream.of(
        arguments("many terms", repeat("a=,")),
        arguments("many terms with both operators", repeat("a==b,a=b,")),
        arguments("many terms in the wrong order", numbered("k%d=", "z=", 120_000)),
        arguments("many empty terms", repeat(",")),
        arguments("many lone operators", repeat("=,")),
        arguments("many equals signs", repeat("=")),
        arguments("many backslashes", "a=" + repeat("\\\\")),
        arguments("backslashes without end", repeat("\\")),
        arguments("a long path", repeat("a") + "=b"),
        arguments("no operator", repeat("a")),
        arguments("a long value", "a=" + repeat("b")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fieldSelectors")
  void parsesAHostileFieldSelectorInLinearTime(String name, String text) {
    assertThat(allocation(FieldSelector::parse, text)).isLessThan(MAX_ALLOCATION);
  }

  private static String repeat(String part) {
    return part.repeat(MEGABYTE / part.length());
  }

  private static String numbered(String format, String first, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.formatted(i * 7919 % count))
        .collect(Collectors.joining(",", first + ",", ""));
  }

  private static long allocation(Consumer<String> parse, String text) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      parse.accept(text);
    } catch (InvalidSelectorException refused) {
      assertThat(refused.toString()).hasSizeLessThan(10 * MEGABYTE);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
