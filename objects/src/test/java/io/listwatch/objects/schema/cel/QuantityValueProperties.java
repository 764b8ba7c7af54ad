package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;

/** Arithmetic and order of quantities, compared with decimals. */
final class QuantityValueProperties {
  private static final String UNITS = "num kMGTPE";

  private static QuantityValue quantity(String text) {
    return requireNonNull(QuantityValue.parse(text), text);
  }

  private static QuantityValue quantity(long mantissa, int unit) {
    return quantity(mantissa + UNITS.substring(unit, unit + 1).strip());
  }

  @Property(tries = 200)
  void quantityRoundTripsAsString(@ForAll long mantissa, @ForAll @IntRange(max = 9) int unit) {
    QuantityValue quantity = quantity(mantissa, unit);

    QuantityValue again = quantity(quantity.toString());

    assertThat(again).isEqualTo(quantity).hasSameHashCodeAs(quantity);
  }

  @Property(tries = 200)
  void unitIsAPowerOfTen(
      @ForAll @LongRange(min = -999, max = 999) long mantissa,
      @ForAll @IntRange(max = 9) int unit) {
    BigDecimal value = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(3 * unit - 9);

    assertThat(new BigDecimal(quantity(mantissa, unit).toString())).isEqualByComparingTo(value);
    assertThat(quantity(mantissa, unit)).isEqualTo(quantity(mantissa + "e" + (3 * unit - 9)));
  }

  @Property(tries = 200)
  void ordersLikeDecimals(
      @ForAll long a,
      @ForAll @IntRange(max = 9) int unitA,
      @ForAll long b,
      @ForAll @IntRange(max = 9) int unitB) {
    QuantityValue x = quantity(a, unitA);
    QuantityValue y = quantity(b, unitB);

    assertThat(Integer.signum(x.compareTo(y))).isEqualTo(-Integer.signum(y.compareTo(x)));
    assertThat(x.compareTo(y)).isEqualTo(decimal(x).compareTo(decimal(y)));
    assertThat(x.equals(y)).isEqualTo(x.compareTo(y) == 0);
    assertThat(x.sign()).isEqualTo(Long.signum(a));
  }

  @Property(tries = 200)
  void subtractionReversesAddition(
      @ForAll long a, @ForAll long b, @ForAll @IntRange(max = 9) int unit) {
    QuantityValue x = quantity(a, unit);
    QuantityValue y = quantity(b, unit);

    assertThat(x.plus(y).minus(y)).isEqualTo(x);
    assertThat(x.plus(y)).isEqualTo(y.plus(x));
    assertThat(x.minus(x)).isEqualTo(QuantityValue.of(0));
    assertThat(decimal(x.plus(y))).isEqualByComparingTo(decimal(x).add(decimal(y)));
  }

  @Property(tries = 200)
  void wholeReturnsIntegerUnchanged(@ForAll long number) {
    assertThat(QuantityValue.of(number).whole()).isEqualTo(number);
    assertThat(quantity(Long.toString(number))).isEqualTo(QuantityValue.of(number));
    assertThat(QuantityValue.of(number).approximately()).isEqualTo((double) number);
    assertThat(QuantityValue.of(number).plus(quantity("1n")).whole()).isNull();
  }

  @Property(tries = 500)
  void parsesAnyStringWithoutException(@ForAll @StringLength(max = 12) String text) {
    assertThat(QuantityValue.parse(text) == null || Character.isDigit(lastDigit(text))).isTrue();
  }

  private static char lastDigit(String text) {
    return text.chars()
        .filter(c -> c >= '0' && c <= '9')
        .mapToObj(c -> (char) c)
        .reduce('x', (a, b) -> b);
  }

  private static BigDecimal decimal(QuantityValue quantity) {
    return new BigDecimal(quantity.toString());
  }
}
