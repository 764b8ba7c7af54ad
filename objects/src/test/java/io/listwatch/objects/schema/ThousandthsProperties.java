package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Compares plain quantities with the arithmetic for quantities of any form. A space before a
 * quantity selects the latter.
 */
final class ThousandthsProperties {
  @Property
  void returnsValueOrMinusOne(@ForAll("quantities") String quantity) {
    long thousandths = Thousandths.of(quantity);

    if (thousandths >= 0) {
      assertThat(BigDecimal.valueOf(thousandths, 3))
          .isEqualByComparingTo(Quantities.decimalValue(quantity));
    }
  }

  @Property
  void addsLikeGeneralQuantities(
      @ForAll("quantities") String one, @ForAll("quantities") String other) {
    assertThat(Quantities.sum(one, other).strip())
        .isEqualTo(Quantities.sum(" " + one, " " + other).strip());
  }

  @Property
  void comparesLikeGeneralQuantities(
      @ForAll("quantities") String one, @ForAll("quantities") String other) {
    assertThat(Quantities.compare(one, other))
        .isEqualTo(Quantities.decimalValue(one).compareTo(Quantities.decimalValue(other)));
    assertThat(Quantities.isZero(one)).isEqualTo(Quantities.decimalValue(one).signum() == 0);
  }

  @Provide
  Arbitrary<String> quantities() {
    Arbitrary<String> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 2_000).map(String::valueOf),
            Arbitraries.longs().greaterOrEqual(0).map(String::valueOf),
            Arbitraries.of("0", "00", "1024", "1048576", "1000000", "1.5", "-3", "+7", "x"));
    Arbitrary<String> units =
        Arbitraries.of(
            "", "", "m", "k", "M", "G", "T", "P", "E", "n", "u", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
            "e3", "i", "mi", " ");
    return Combinators.combine(numbers, units).as((number, unit) -> number + unit);
  }
}
