package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.cel.DeclaredType.Array.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The union of lists of type set and map. */
final class UnionListTest {
  private static final String SET =
      "{type: array, items: {type: integer}, x-kubernetes-list-type: set}";
  private static final String ATOMIC = "{type: array, items: {type: integer}}";
  private static final String MAP =
      """
      {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b],
       items: {type: object, properties: {a: {type: string}, b: {type: integer}, v: {type: string}}}}
      """;

  private static RuleList list(String schema, String elements) {
    return (RuleList) Expressions.view(schema, elements);
  }

  @Test
  void elementOfBothSetsOccursOnceInTheFirstPosition() {
    RuleList union = UnionList.of(list(SET, "[3, 1]"), list(SET, "[1, 2, 3]"));

    assertThat(new ArrayList<>(union)).containsExactly(3L, 1L, 2L);
  }

  @Test
  void elementsOfTheSecondListOccurOnceToo() {
    RuleList union = UnionList.of(list(SET, "[1]"), List.of(2L, 2.0, 1.0));

    assertThat(new ArrayList<>(union)).containsExactly(1L, 2L);
  }

  @Test
  void unionHasTheTypeOfTheFirstList() {
    RuleList set = list(SET, "[1]");

    RuleList union = UnionList.of(set, List.of(2L));

    assertThat(union.declared()).isSameAs(set.declared());
    assertThat(Objects.requireNonNull(union.declared()).kind()).isEqualTo(Kind.SET);
    assertThat(union.equals(List.of(2L, 1L))).as("in any order").isTrue();
  }

  @Test
  void listWithoutTypeIsConcatenated() {
    assertThat(UnionList.of(List.of(1L), list(SET, "[1]"))).hasSize(2);
    assertThat(UnionList.of(list(ATOMIC, "[1]"), list(SET, "[1]"))).hasSize(2);
    assertThat(UnionList.of(list(ATOMIC, "[1]"), List.of(1L)).declared()).isNull();
  }

  @Test
  void laterElementWithTheSameKeysReplacesTheEarlierOneInItsPosition() {
    RuleList first = list(MAP, "[{a: x, b: 1, v: old}, {a: x, b: 2, v: kept}]");
    RuleList second = list(MAP, "[{a: y, b: 1, v: more}, {a: x, b: 1, v: new}]");

    RuleList union = UnionList.of(first, second);

    assertThat(
            union.equals(
                list(MAP, "[{a: x, b: 1, v: new}, {a: x, b: 2, v: kept}, {a: y, b: 1, v: more}]")))
        .isTrue();
    assertThat(((ObjectView) union.get(0)).select("v")).isEqualTo("new");
    assertThat(((ObjectView) union.get(1)).select("v")).isEqualTo("kept");
    assertThat(((ObjectView) union.get(2)).select("v")).isEqualTo("more");
    assertThat(first).as("unchanged").hasSize(2);
  }
}
