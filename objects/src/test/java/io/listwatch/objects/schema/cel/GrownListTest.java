package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Concatenations share an array, but no list sees the elements of a longer one. */
final class GrownListTest {
  @Test
  void listDoesNotSeeElementsAppendedLater() {
    RuleList one = GrownList.of(List.of(), List.of(1L));
    RuleList two = GrownList.of(one, List.of(2L));
    RuleList three = GrownList.of(two, List.of(3L));

    assertThat(new ArrayList<>(one)).containsExactly(1L);
    assertThat(new ArrayList<>(two)).containsExactly(1L, 2L);
    assertThat(new ArrayList<>(three)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void secondConcatenationOfOneListDoesNotDisturbTheFirst() {
    RuleList start = GrownList.of(List.of(1L), List.of());
    RuleList left = GrownList.of(start, List.of(2L));
    RuleList right = GrownList.of(start, List.of(3L));

    assertThat(new ArrayList<>(left)).containsExactly(1L, 2L);
    assertThat(new ArrayList<>(right)).containsExactly(1L, 3L);
  }

  @Test
  void appendsAListToItself() {
    RuleList list = GrownList.of(List.of(1L), List.of(2L));

    RuleList twice = GrownList.of(list, list);
    RuleList fourTimes = GrownList.of(twice, twice);

    assertThat(new ArrayList<>(twice)).containsExactly(1L, 2L, 1L, 2L);
    assertThat(fourTimes).hasSize(8);
    assertThat(list).hasSize(2);
  }

  @Test
  void hasNoDeclaredType() {
    assertThat(GrownList.of(List.of(), List.of()).declared()).isNull();
    assertThat(GrownList.of(List.of(), List.of()).isEmpty()).isTrue();
    assertThat(GrownList.of(List.of(), List.of()).isZeroValue()).isTrue();
  }
}
