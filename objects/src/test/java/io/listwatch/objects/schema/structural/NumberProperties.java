package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.SortedForm;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

final class NumberProperties {
  private static final long EXACT = 1L << 53;

  private static JsonType type(String number) {
    return JsonType.of(SortedForm.sorted(JsonTrees.read(number)));
  }

  @Property(tries = 200)
  void numberWithoutFractionIsAnIntegerHoweverWritten(
      @ForAll @LongRange(min = -EXACT, max = EXACT) long number) {
    assertThat(type(Long.toString(number))).isEqualTo(JsonType.INTEGER);
    assertThat(type(number + ".0")).isEqualTo(JsonType.INTEGER);
    assertThat(type(number + "e0")).isEqualTo(JsonType.INTEGER);
    assertThat(type(number + ".00E0")).isEqualTo(JsonType.INTEGER);
  }

  /** A positive number that is much larger than its fraction counts as an integer. */
  @Property(tries = 200)
  void numberWithFractionIsNotAnInteger(
      @ForAll @LongRange(min = -EXACT / 4, max = 1_000_000) long n) {
    assertThat(type(n + ".5")).isEqualTo(JsonType.NUMBER);
  }

  @Property(tries = 500)
  void doubleRoundTripsAsString(@ForAll double number) {
    assertThat(Double.parseDouble(Complaints.spelled(number))).isEqualTo(number + 0.0);
  }

  @Property(tries = 200)
  void int32HoldsTheNumbersOfAnInt(@ForAll long number) {
    assertThat(NumberRange.INT32.holds(JsonValue.of(number))).isEqualTo(number == (int) number);
    assertThat(NumberRange.INT32.holds(JsonValue.of((long) (int) number))).isTrue();
    assertThat(NumberRange.INT64.holds(JsonValue.of(number))).isTrue();
  }

  @Property(tries = 200)
  void productIsAMultipleOfItsFactor(
      @ForAll @LongRange(min = 1, max = 1_000_000) long factor,
      @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long number) {
    var rules = new NumberRules(null, false, null, false, (double) factor, NumberRange.INTEGER);

    assertThat(rules.fits(JsonValue.of(factor * number))).isTrue();
    assertThat(rules.fits(JsonValue.of(factor * number + 1))).isEqualTo(factor == 1);
  }

  @Property(tries = 200)
  void comparesIntegersWithBounds(@ForAll int bound, @ForAll int number) {
    var rules =
        new NumberRules((double) bound, false, (double) bound, false, null, NumberRange.INTEGER);
    var exclusive =
        new NumberRules((double) bound, true, (double) bound, true, null, NumberRange.INTEGER);
    JsonValue value = JsonValue.of(number);

    assertThat(rules.tooSmall(value, bound)).isEqualTo(number < bound);
    assertThat(rules.tooLarge(value, bound)).isEqualTo(number > bound);
    assertThat(exclusive.tooSmall(value, bound)).isEqualTo(number <= bound);
    assertThat(exclusive.tooLarge(value, bound)).isEqualTo(number >= bound);
  }
}
