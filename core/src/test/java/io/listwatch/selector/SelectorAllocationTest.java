package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heap allocation of matching. A selector is evaluated for every object and every watcher. */
final class SelectorAllocationTest {
  private static final int MATCHES = 100_000;
  private static final int ROUNDS = 8;

  /** Less than one byte for ten matches; any allocation in a match is at least 16 bytes. */
  private static final long NOISE = 8 * 1024;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app=web,tier in (back,front),!gone,n>4,n<6",
        "app!=other,tier notin (a,b,c),absent notin (x),n",
        "app=nope",
        "absent>1",
        "app>1",
        "app<1",
      })
  void matchingLabelsAllocatesNothing(String text) {
    LabelSelector selector = LabelSelector.parse(text);
    Labels labels = Labels.of(Map.of("app", "web", "tier", "front", "n", "5"));

    assertThat(leastAllocation(() -> selector.matches(labels))).isLessThan(NOISE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata.name=a,spec.nodeName!=,absent=", "metadata.name!=a"})
  void matchingFieldsAllocatesNothing(String text) {
    FieldSelector selector = FieldSelector.parse(text);
    Fields fields = Fields.of(Map.of("metadata.name", "a", "spec.nodeName", "n1"));

    assertThat(leastAllocation(() -> selector.matches(fields))).isLessThan(NOISE);
  }

  @Test
  void measurementDetectsTheAllocationsOfParsing() {
    assertThat(leastAllocation(() -> LabelSelector.parse("app").matches(Labels.none())))
        .isGreaterThan(NOISE);
  }

  /** Returns the smallest allocation of several rounds, the first of which are for warm-up. */
  private static long leastAllocation(BooleanSupplier match) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, allocation(match));
    }
    return least;
  }

  private static long allocation(BooleanSupplier match) {
    boolean all = true;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < MATCHES; i++) {
      all &= match.getAsBoolean();
    }
    long after = THREADS.getCurrentThreadAllocatedBytes();
    // Use the results, so that the calls cannot be optimized away.
    assertThat(all).isEqualTo(match.getAsBoolean());
    return after - before;
  }
}
