package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The operator {@code +} on lists, compared with Java's own lists. */
final class RuleListProperties {
  private static final String SET =
      "{type: array, items: {type: integer}, x-kubernetes-list-type: set}";

  @Property(tries = 100)
  void concatenationHasAllElementsInOrder(
      @ForAll @Size(max = 8) List<@Size(max = 4) List<Long>> parts, @ForAll boolean nested) {
    RuleList grown = ConcatenatedList.of(List.of(), List.of());
    var expected = new ArrayList<Object>();
    for (List<Long> part : parts) {
      List<?> next = nested ? ConcatenatedList.of(List.of(), part) : part;
      grown = ConcatenatedList.of(grown, next);
      expected.addAll(part);

      assertThat(new ArrayList<>(grown)).isEqualTo(expected);
    }
  }

  @Property(tries = 100)
  void concatenationIsAssociative(
      @ForAll @Size(max = 5) List<Long> a,
      @ForAll @Size(max = 5) List<Long> b,
      @ForAll @Size(max = 5) List<Long> c) {
    RuleList left = ConcatenatedList.of(ConcatenatedList.of(a, b), c);
    RuleList right = ConcatenatedList.of(a, ConcatenatedList.of(b, c));

    assertThat(left.equals(right)).isTrue();
    assertThat(left.hashCode()).isEqualTo(right.hashCode());
    assertThat(new ArrayList<>(left.subList(a.size(), a.size() + b.size()))).isEqualTo(b);
  }

  @Property(tries = 100)
  void unionOfSetsHasEachElementOnce(
      @ForAll @Size(max = 9) List<@IntRange(max = 9) Integer> first,
      @ForAll @Size(max = 9) List<@IntRange(max = 9) Integer> second) {
    RuleList union = UnionList.of(set(first.stream().distinct().toList()), set(second));

    var expected = new ArrayList<Integer>(first);
    expected.addAll(second);
    assertThat(new ArrayList<>(union))
        .isEqualTo(expected.stream().distinct().map(Integer::longValue).toList());
  }

  @Property(tries = 100)
  void unionOfSetsDoesNotDependOnTheirOrder(
      @ForAll @Size(max = 9) List<@IntRange(max = 9) Integer> first,
      @ForAll @Size(max = 9) List<@IntRange(max = 9) Integer> second) {
    RuleList a = set(first.stream().distinct().toList());
    RuleList b = set(second.stream().distinct().toList());

    assertThat(UnionList.of(a, b).equals(UnionList.of(b, a))).isTrue();
    assertThat(UnionList.of(a, a).equals(a)).isTrue();
  }

  private static RuleList set(List<Integer> elements) {
    return (RuleList) Expressions.view(SET, elements.toString());
  }
}
