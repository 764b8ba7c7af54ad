package io.listwatch.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SortedTableTest {
  @Test
  void emptyTableSupportsEveryRead() {
    var table = SortedTable.<String, String>empty();

    assertThat(table.size()).isZero();
    assertThat(table.isEmpty()).isTrue();
    assertThat(table.get("a")).isNull();
    assertThat(table.firstKey()).isNull();
    assertThat(table.lastKey()).isNull();
    assertThat(table.rank("a")).isZero();
    assertThat(table.cursor().next()).isFalse();
    assertThat(table.cursorFrom("a").next()).isFalse();
    assertThat(table.without("a")).isSameAs(table);
  }

  @Test
  void puttingTheSameValueAgainChangesNothing() {
    var value = "forty-two";
    var table = SortedTable.copyOf(numbers(100)).with(42, value);

    assertThat(table.with(42, value)).isSameAs(table);
  }

  @Test
  void puttingAnEqualValueReplacesIt() {
    var equal = new String("one");
    var table = SortedTable.<Integer, String>empty().with(1, "one");

    assertThat(table.with(1, equal).get(1)).isSameAs(equal);
  }

  @Test
  void updateKeepsTheExistingKeyObject() {
    var key = "key";
    var equal = new String("key");
    var table = SortedTable.<String, Integer>empty().with(key, 1);
    var editor = table.edit();

    editor.put(equal, 2);
    editor.put("other", 2);

    assertThat(table.with(equal, 2).firstKey()).isSameAs(key);
    assertThat(editor.commit().firstKey()).isSameAs(key);
  }

  @Test
  void removingTheLastEntryLeavesTheEmptyTable() {
    var table = SortedTable.<String, String>empty().with("a", "1");

    assertThat(table.without("a")).isSameAs(SortedTable.empty());
  }

  @Test
  void rejectsValuesOutOfOrder() {
    assertThatThrownBy(() -> SortedTable.ofSorted(List.of("a", "c", "b"), value -> value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key: b (expected: > c, the one before it)");
  }

  @Test
  void rejectsDuplicateKeys() {
    assertThatThrownBy(() -> SortedTable.ofSorted(List.of("a", "a"), value -> value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void revertedEditsCommitTheSameTable() {
    var value = "forty-two";
    var table = SortedTable.copyOf(numbers(100)).with(42, value);
    var editor = table.edit();

    editor.put(42, "other");
    editor.remove(42);
    editor.put(42, value);
    editor.put(1000, "new");
    editor.remove(1000);

    assertThat(editor.commit()).isSameAs(table);
  }

  @Test
  void editorCanBeUsedAfterACommit() {
    var editor = SortedTable.<String, Integer>empty().edit();
    editor.put("a", 1);
    var first = editor.commit();

    editor.put("b", 2);

    assertThat(first.size()).isEqualTo(1);
    assertThat(editor.commit().size()).isEqualTo(2);
  }

  @Test
  void diffOfTablesAnEditApartSkipsSharedNodes() {
    var compared = new AtomicInteger();
    var keys = IntStream.range(0, 10_000).mapToObj(i -> new CountingKey(i, compared)).toList();
    var before = SortedTable.ofSorted(keys, key -> key);
    var after = before.without(keys.get(5000)).with(new CountingKey(10_000, compared), keys.get(0));
    var told = new ArrayList<String>();
    compared.set(0);

    before.diff(after, new Teller<>(told));

    assertThat(told).containsExactly("removed 5000", "added 10000");
    assertThat(compared.get()).isBetween(1, 4 * Node.MAX_WIDTH);
  }

  @Test
  void diffOfATableWithItselfSkipsEverything() {
    var table = SortedTable.copyOf(numbers(10_000));
    var one = table.cursor();
    var other = table.cursor();
    one.next();
    other.next();

    int shared = one.heightSharedWith(other);

    assertThat(shared).isEqualTo(TreeShape.check(table).height()).isPositive();
    assertThat(one.leap(shared)).isFalse();
  }

  private static Map<Integer, String> numbers(int count) {
    var numbers = new TreeMap<Integer, String>();
    for (int i = 0; i < count; i++) {
      numbers.put(i, "number " + i);
    }
    return numbers;
  }

  private record CountingKey(int number, AtomicInteger compared)
      implements Comparable<CountingKey> {
    @Override
    public int compareTo(CountingKey other) {
      compared.incrementAndGet();
      return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
      return Integer.toString(number);
    }
  }

  private record Teller<K, V>(List<String> told) implements DiffVisitor<K, V> {
    @Override
    public void added(K key, V value) {
      told.add("added " + key);
    }

    @Override
    public void changed(K key, V before, V after) {
      told.add("changed " + key);
    }

    @Override
    public void removed(K key, V value) {
      told.add("removed " + key);
    }
  }
}
