package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All lists in rules behave like an unmodifiable {@link List}, with the equality of CEL. */
final class RuleListTest {
  private static final String NUMBERS = "{type: array, items: {type: integer}}";
  private static final String SET =
      "{type: array, items: {type: integer}, x-kubernetes-list-type: set}";

  /** The list 4, 5, 6 of each kind. */
  static Stream<Arguments> lists() {
    return Stream.of(
        arguments("view", Expressions.view(NUMBERS, "[4, 5, 6]")),
        arguments("concatenation", ConcatenatedList.of(List.of(4L), List.of(5L, 6L))),
        arguments("concatenation that has grown", shared()),
        arguments("union", UnionList.of(set("[4, 5]"), List.of(6L, 4L))));
  }

  private static RuleList shared() {
    RuleList first = ConcatenatedList.of(List.of(4L, 5L), List.of(6L));
    ConcatenatedList.of(first, List.of(7L, 8L));
    return first;
  }

  private static RuleList set(String elements) {
    return (RuleList) Expressions.view(SET, elements);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void hasElementsInOrder(String kind, RuleList list) {
    assertThat(list.size()).isEqualTo(3);
    assertThat(list.isEmpty()).isFalse();
    assertThat(list.isZeroValue()).isFalse();
    assertThat(list.get(0)).isEqualTo(4L);
    assertThat(list.get(2)).isEqualTo(6L);
    assertThat(new ArrayList<>(list)).containsExactly(4L, 5L, 6L);
    assertThat(list.toArray()).containsExactly(4L, 5L, 6L);
    assertThat(list.toArray(new Object[0])).containsExactly(4L, 5L, 6L);
    assertThat(list.subList(1, 3)).containsExactly(5L, 6L);
    assertThat(list.listIterator().next()).isEqualTo(4L);
    assertThat(list.listIterator(2).next()).isEqualTo(6L);
    assertThat(list.iterator().next()).isEqualTo(4L);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void rejectsIndexesOutOfBounds(String kind, RuleList list) {
    for (int index : new int[] {-1, 3, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> list.get(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void findsElementsByTheEqualityOfCel(String kind, RuleList list) {
    assertThat(list.contains(5L)).isTrue();
    assertThat(list.contains(4.0)).as("a double").isTrue();
    assertThat(list.contains(7L)).isFalse();
    assertThat(list.contains(null)).isFalse();
    assertThat(list.indexOf(4L)).isZero();
    assertThat(list.indexOf(6.0)).isEqualTo(2);
    assertThat(list.indexOf("6")).isEqualTo(-1);
    assertThat(list.indexOf(null)).isEqualTo(-1);
    assertThat(list.lastIndexOf(4L)).isZero();
    assertThat(list.lastIndexOf(6L)).isEqualTo(2);
    assertThat(list.lastIndexOf(7L)).isEqualTo(-1);
    assertThat(list.lastIndexOf(null)).isEqualTo(-1);
    assertThat(list.containsAll(List.of(6.0, 4L))).isTrue();
    assertThat(list.containsAll(List.of(6L, 7L))).isFalse();
    assertThat(list.containsAll(List.of())).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void equalsListsWithEqualElements(String kind, RuleList list) {
    Object same = Expressions.view(NUMBERS, "[4, 5, 6]");

    assertThat(list.equals(same)).isTrue();
    assertThat(list.equals(List.of(4L, 5L, 6L))).isTrue();
    assertThat(list.hashCode()).isEqualTo(same.hashCode());
    assertThat(list.equals(List.of(4L, 5L, 7L))).isFalse();
    assertThat(list.equals(List.of(4L, 5L))).isFalse();
    assertThat((Object) list).isNotEqualTo("list of 3");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void implementsCelValue(String kind, RuleList list) {
    assertThat(list.value()).isSameAs(list);
    assertThat(list.celType()).isEqualTo(ListType.create(SimpleType.DYN));
    assertThat(list).hasToString("list of 3");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void cannotBeChanged(String kind, RuleList list) {
    List<Consumer<RuleList>> changes =
        List.of(
            l -> l.add(7L),
            l -> l.add(0, 7L),
            l -> l.addAll(List.of(7L)),
            l -> l.addAll(0, List.of(7L)),
            l -> l.set(0, 7L),
            l -> l.remove(0),
            l -> l.remove((Object) 4L),
            l -> l.removeAll(List.of(4L)),
            l -> l.retainAll(List.of(4L)),
            l -> l.replaceAll(x -> 7L),
            l -> l.iterator().remove(),
            RuleList::clear);

    for (Consumer<RuleList> change : changes) {
      assertThatThrownBy(() -> change.accept(list))
          .isInstanceOfAny(UnsupportedOperationException.class, IllegalStateException.class);
    }
    assertThat(list.equals(List.of(4L, 5L, 6L))).isTrue();
  }
}
