package io.listwatch.store;

import static io.listwatch.store.TableSteps.contentOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.store.TableSteps.Edits;
import io.listwatch.store.TableSteps.Start;
import io.listwatch.store.TableSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Compares {@link SortedTable} with {@link TreeMap}. */
@Domain(TableSteps.class)
@Domain(DomainContext.Global.class)
final class SortedTableProperties {
  @Property(tries = 200)
  void equalsATreeMapAfterEveryEdit(@ForAll Start start, @ForAll @Size(max = 20) List<Step> steps) {
    var pair = new TableAndModel(start.content());

    steps.forEach(step -> step.apply(pair));

    assertThat(contentOf(pair.table)).isEqualTo(pair.model);
  }

  @Property(tries = 5)
  void equalsATreeMapWhileTenThousandEntriesAreAddedAndRemoved(@ForAll Random random) {
    var pair = new TableAndModel(new TreeMap<>());
    pair.checkEvery = 500;
    for (int i = 0; i < 20_000; i++) {
      pair.put(random.nextInt(20_000), new Object());
    }
    assertThat(pair.table.size()).isGreaterThan(10_000);
    assertThat(contentOf(pair.table)).isEqualTo(pair.model);

    while (!pair.model.isEmpty()) {
      Integer key = pair.model.ceilingKey(random.nextInt(20_000));
      pair.remove(key == null ? pair.model.firstKey() : key);
    }

    assertThat(pair.table).isSameAs(SortedTable.empty());
  }

  @Property(tries = 100)
  void keepsEverySnapshotUnchanged(@ForAll Start start, @ForAll @Size(max = 10) List<Step> steps) {
    var pair = new TableAndModel(start.content());
    var snapshots = new ArrayList<SortedTable<Integer, Object>>();
    var contents = new ArrayList<Map<Integer, Object>>();
    for (var step : steps) {
      snapshots.add(pair.table);
      contents.add(new TreeMap<>(pair.model));
      step.apply(pair);
    }

    for (int i = 0; i < snapshots.size(); i++) {
      assertThat(contentOf(snapshots.get(i))).isEqualTo(contents.get(i));
    }
  }

  @Property(tries = 100)
  void iteratesInOrderFromAnyKey(@ForAll Start start, @ForAll @Size(max = 10) List<Step> steps) {
    var pair = edited(start, steps);
    var model = pair.model;

    assertThat(pair.table.firstKey()).isEqualTo(model.isEmpty() ? null : model.firstKey());
    assertThat(pair.table.lastKey()).isEqualTo(model.isEmpty() ? null : model.lastKey());
    assertSameOrder(pair.table.cursor(), model);
    for (int key = -12; key < 2200; key += 13) {
      assertSameOrder(pair.table.cursorFrom(key), model.tailMap(key, true));
    }
  }

  @Property(tries = 200)
  void iteratesOverAnyRange(
      @ForAll Start start,
      @ForAll @Size(max = 10) List<Step> steps,
      @ForAll @IntRange(min = -20, max = 2200) int from,
      @ForAll @IntRange(min = -20, max = 2200) int to) {
    var pair = edited(start, steps);

    var range = pair.table.cursorBetween(from, to);

    assertSameOrder(range, from <= to ? pair.model.subMap(from, to) : new TreeMap<>());
  }

  @Property(tries = 100)
  void ranksAnyKey(@ForAll Start start, @ForAll @Size(max = 10) List<Step> steps) {
    var pair = edited(start, steps);

    int rank = 0;
    for (int key = -20; key < 3000; key++) {
      assertThat(pair.table.rank(key)).isEqualTo(rank);
      rank += pair.model.containsKey(key) ? 1 : 0;
    }
  }

  @Property(tries = 60)
  void bulkBuildEqualsSingleInsertions(@ForAll @IntRange(max = 40_000) int size) {
    var content = new Start(size).content();

    var sorted = SortedTable.ofSorted(content.keySet(), key -> key);
    var copied = SortedTable.copyOf(content);

    var shape = TreeShape.check(sorted);
    TreeShape.check(copied);
    assertThat(contentOf(sorted).keySet()).isEqualTo(content.keySet());
    assertThat(contentOf(copied)).isEqualTo(content);
    assertThat(shape.leaves()).isEqualTo(Math.max(1, (size + 31) / 32));
  }

  private static TableAndModel edited(Start start, List<Step> steps) {
    var pair = new TableAndModel(start.content());
    pair.checkEvery = Integer.MAX_VALUE;
    steps.forEach(step -> step.apply(pair));
    return pair;
  }

  private static void assertSameOrder(
      TableCursor<Integer, Object> cursor, SortedMap<Integer, Object> expected) {
    var seen = new ArrayList<Map.Entry<Integer, Object>>();
    assertThat(cursor.remaining()).isEqualTo(expected.size());
    while (cursor.next()) {
      seen.add(Map.entry(cursor.key(), cursor.value()));
    }
    assertThat(cursor.remaining()).isZero();
    assertThat(cursor.next()).isFalse();
    assertThat(seen.equals(List.copyOf(expected.entrySet()))).isTrue();
  }

  /** Edits both, and compares them after each edit. */
  private static final class TableAndModel implements Edits {
    private final NavigableMap<Integer, Object> model;
    private SortedTable<Integer, Object> table;
    private int checkEvery = 1;
    private int edits;

    private TableAndModel(NavigableMap<Integer, Object> content) {
      model = content;
      table = SortedTable.copyOf(content);
      TreeShape.check(table);
    }

    @Override
    public void put(Integer key, Object value) {
      model.put(key, value);
      table = table.with(key, value);
      check(key);
    }

    @Override
    public void remove(Integer key) {
      var before = table;
      boolean present = model.remove(key) != null;
      table = table.without(key);
      assertThat(table != before).isEqualTo(present);
      check(key);
    }

    private void check(Integer key) {
      assertThat(table.size()).isEqualTo(model.size());
      assertThat(table.isEmpty()).isEqualTo(model.isEmpty());
      assertThat(table.get(key)).isSameAs(model.get(key));
      assertThat(table.containsKey(key)).isEqualTo(model.containsKey(key));
      assertThat(table.get(key + 1)).isSameAs(model.get(key + 1));
      if (++edits % checkEvery == 0) {
        TreeShape.check(table);
      }
    }
  }
}
