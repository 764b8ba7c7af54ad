package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Concatenations share an array, but no list sees the elements of a longer one. */
final class ConcatenatedListTest {
  @Test
  void listDoesNotSeeElementsAppendedLater() {
    RuleList one = ConcatenatedList.of(List.of(), List.of(1L));
    RuleList two = ConcatenatedList.of(one, List.of(2L));
    RuleList three = ConcatenatedList.of(two, List.of(3L));

    assertThat(new ArrayList<>(one)).containsExactly(1L);
    assertThat(new ArrayList<>(two)).containsExactly(1L, 2L);
    assertThat(new ArrayList<>(three)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void secondConcatenationOfOneListDoesNotDisturbTheFirst() {
    RuleList start = ConcatenatedList.of(List.of(1L), List.of());
    RuleList left = ConcatenatedList.of(start, List.of(2L));
    RuleList right = ConcatenatedList.of(start, List.of(3L));

    assertThat(new ArrayList<>(left)).containsExactly(1L, 2L);
    assertThat(new ArrayList<>(right)).containsExactly(1L, 3L);
  }

  @Test
  void appendsAListToItself() {
    RuleList list = ConcatenatedList.of(List.of(1L), List.of(2L));

    RuleList twice = ConcatenatedList.of(list, list);
    RuleList fourTimes = ConcatenatedList.of(twice, twice);

    assertThat(new ArrayList<>(twice)).containsExactly(1L, 2L, 1L, 2L);
    assertThat(fourTimes).hasSize(8);
    assertThat(list).hasSize(2);
  }

  @Test
  void hasNoDeclaredType() {
    assertThat(ConcatenatedList.of(List.of(), List.of()).declared()).isNull();
    assertThat(ConcatenatedList.of(List.of(), List.of()).isEmpty()).isTrue();
    assertThat(ConcatenatedList.of(List.of(), List.of()).isZeroValue()).isTrue();
  }
}
