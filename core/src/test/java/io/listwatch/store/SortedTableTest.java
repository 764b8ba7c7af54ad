package io.listwatch.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SortedTableTest {
  @Test
  void anEmptyTableAnswersEveryQuestion() {
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
  void anUpdateKeepsTheKeyThatIsThere() {
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
  void valuesOutOfOrderAreRefused() {
    assertThatThrownBy(() -> SortedTable.ofSorted(List.of("a", "c", "b"), value -> value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key: b (expected: > c, the one before it)");
  }

  @Test
  void twoValuesOfOneKeyAreRefused() {
    assertThatThrownBy(() -> SortedTable.ofSorted(List.of("a", "a"), value -> value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEditorThatPutsThingsBackCommitsTheSameTable() {
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
  void anEditorGoesOnAfterACommit() {
    var editor = SortedTable.<String, Integer>empty().edit();
    editor.put("a", 1);
    var first = editor.commit();

    editor.put("b", 2);

    assertThat(first.size()).isEqualTo(1);
    assertThat(editor.commit().size()).isEqualTo(2);
  }

  private static Map<Integer, String> numbers(int count) {
    var numbers = new TreeMap<Integer, String>();
    for (int i = 0; i < count; i++) {
      numbers.put(i, "number " + i);
    }
    return numbers;
  }
}
