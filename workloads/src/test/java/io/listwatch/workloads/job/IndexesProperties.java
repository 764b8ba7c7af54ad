package io.listwatch.workloads.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IndexesProperties {
  @Property(tries = 300)
  void textRoundTrips(@ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> indexes) {
    Indexes set = Indexes.of(indexes);

    assertThat(Indexes.parse(set.toString(), 31)).isEqualTo(set);
    assertThat(set.size()).isEqualTo(indexes.size());
  }

  @Property(tries = 300)
  void missingIndexesAreTheLowestOutsideTheSet(
      @ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> indexes,
      @ForAll @IntRange(max = 31) int completions) {
    List<Integer> missing = Indexes.of(indexes).missing(5, completions);

    var expected = new TreeSet<Integer>();
    for (int i = 0; i < completions && expected.size() < 5; i++) {
      if (!indexes.contains(i)) {
        expected.add(i);
      }
    }
    assertThat(missing).containsExactlyElementsOf(expected);
  }

  @Property(tries = 300)
  void overlapIsTheSizeOfTheIntersection(
      @ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> one,
      @ForAll @Size(max = 20) Set<@IntRange(max = 30) Integer> other) {
    var common = new TreeSet<>(one);
    common.retainAll(other);

    assertThat(Indexes.of(one).overlap(Indexes.of(other))).isEqualTo(common.size());
  }

  @Example
  void writesPairsWithCommaAndLongerRunsWithDash() {
    assertThat(Indexes.of(List.of(0, 2, 3, 5, 6, 7))).hasToString("0,2,3,5-7");
  }

  @Example
  void ignoresMalformedIntervalsAndIndexesOutOfRange() {
    assertThat(Indexes.parse("0,x,2-9,12", 5)).hasToString("0,2-4");
    assertThat(Indexes.parse("", 5).isEmpty()).isTrue();
  }
}
