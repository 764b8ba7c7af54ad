package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SizeRangeTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({
    "0, 0.1, 0",
    "1, 0.1, 1",
    "10, 0.1, 1",
    "11, 0.1, 2",
    "100, 0.25, 25",
    "101, 0.25, 26",
    "7, 1, 7",
    "Infinity, 0.1, Infinity",
    "Infinity, 0, 0",
  })
  void costIsRoundedUp(double most, double each, double cost) {
    assertThat(new SizeRange(0, most).cost(each)).isEqualTo(cost);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0, 5, 0", "5, 0, 0", "2, 3, 6", "0, Infinity, 0", "Infinity, 0, 0"})
  void zeroTimesInfinityIsZero(double a, double b, double product) {
    assertThat(SizeRange.product(a, b)).isEqualTo(product);
  }

  @Test
  void addsMultipliesAndJoinsRanges() {
    var small = new SizeRange(1, 3);
    var large = new SizeRange(2, 10);

    assertThat(small.plus(large)).isEqualTo(new SizeRange(3, 13));
    assertThat(small.times(large)).isEqualTo(new SizeRange(2, 30));
    assertThat(small.or(large)).isEqualTo(new SizeRange(1, 10));
    assertThat(large.or(small)).isEqualTo(new SizeRange(1, 10));
  }

  @Test
  void unknownSizeIsUnbounded() {
    assertThat(SizeRange.UNKNOWN).isEqualTo(new SizeRange(0, INFINITE));
    assertThat(SizeRange.UNKNOWN.plus(SizeRange.ONE)).isEqualTo(new SizeRange(1, INFINITE));
    assertThat(SizeRange.UNKNOWN.times(SizeRange.of(0))).isEqualTo(SizeRange.of(0));
  }
}
