package io.listwatch.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bytes that tables allocate and retain, as counted by the JVM. */
final class SortedTableAllocationTest {
  private static final int ROUNDS = 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<String> keys = keys(10_000);

  /** Built key by key in random order, so that its nodes are as full as in practice. */
  private final SortedTable<String, Object> table = grown(keys);

  /** Keeps the result of a round, so that it cannot be optimized away. */
  volatile @Nullable Object kept;

  @Test
  void gettingAllocatesNothing() {
    assertThat(allocated(() -> keep(table.get(keys.get(5000))))).isZero();
  }

  @Test
  void rankingAllocatesNothing() {
    var count = new int[1];

    assertThat(allocated(() -> count[0] += table.rank(keys.get(5000)))).isZero();
  }

  @Test
  void visitingAllEntriesAllocatesNothing() {
    BiConsumer<String, Object> visitor = (key, value) -> keep(value);

    assertThat(allocated(() -> table.forEach(visitor))).isZero();
  }

  @Test
  void aCursorAllocatesNothingAsItMoves() {
    var cursor = table.cursor();

    long bytes =
        allocated(
            () -> {
              for (int i = 0; i < 400; i++) {
                cursor.next();
                keep(cursor.key());
              }
            });

    assertThat(bytes).isZero();
  }

  @Test
  void replacingAValueAmongTenThousandAllocatesHalfAKibibyte() {
    var value = new Object();

    for (var key : keys.subList(0, 200)) {
      assertThat(allocated(() -> keep(table.with(key, value)))).isBetween(1L, 512L);
    }
  }

  @Test
  void addingOrRemovingOneOfTenThousandAllocatesOneKibibyteUnlessNodesSplitOrJoin() {
    var value = new Object();
    var costs = new ArrayList<Long>();

    for (var key : keys.subList(0, 200)) {
      var added = key + "+";
      costs.add(allocated(() -> keep(table.with(added, value))));
      costs.add(allocated(() -> keep(table.without(key))));
    }

    Collections.sort(costs);
    assertThat(costs.get(costs.size() * 9 / 10)).isBetween(1L, 1024L);
    assertThat(costs.get(costs.size() - 1)).isLessThan(3 * 1024);
  }

  @Test
  void batchAllocatesAFractionOfItsSingleChanges() {
    var value = new Object();
    var changed = keys.subList(2000, 3000);

    long batch =
        allocated(
            () -> {
              var editor = table.edit();
              changed.forEach(key -> editor.put(key, value));
              keep(editor.commit());
            });
    long alone = allocated(() -> changed.forEach(key -> keep(table.with(key, value))));

    assertThat(batch).isLessThan(alone / 3);
  }

  @Test
  void tableOfOneEntryIsSmall() {
    var value = new Object();

    long bytes = allocated(() -> keep(SortedTable.<String, Object>empty().with("key", value)));

    assertThat(bytes).isLessThanOrEqualTo(112);
  }

  @Test
  void anEntryOfAGrownTableRetainsLessThanFourteenBytes() {
    var shape = TreeShape.check(table);

    assertThat(shape.bytes() / (double) table.size()).isBetween(8.0, 14.0);
    assertThat(shape.height()).isEqualTo(2);
  }

  private void keep(@Nullable Object made) {
    kept = made;
  }

  /**
   * Returns the smallest allocation of several rounds: the others include class loading and
   * compilation.
   */
  private static long allocated(Runnable action) {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      action.run();
      fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return fewest;
  }

  private static List<String> keys(int count) {
    var keys = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      keys.add("namespace-%d/pod-%05d".formatted(i / 100, i));
    }
    return keys;
  }

  private static SortedTable<String, Object> grown(List<String> keys) {
    var shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled, new Random(1));
    SortedTable<String, Object> table = SortedTable.empty();
    for (var key : shuffled) {
      table = table.with(key, new Object());
    }
    return table;
  }
}
