package io.listwatch.objects.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats doubles as Go does: with the fewest digits that parse to the same double. */
final class DoubleText {
  /** A double needs 15 to 17 digits to differ from its neighbours; fewer if it is subnormal. */
  private static final int USUAL_DIGITS = 15;

  private static final int MAX_DIGITS = 17;

  private DoubleText() {}

  /** Uses plain digits between 1e-6 and 1e21, and an exponent outside of that range. */
  static String of(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal shortest = shortest(value);
    double magnitude = Math.abs(value);
    return magnitude < 1e-6 || magnitude >= 1e21
        ? withExponent(shortest)
        : shortest.toPlainString();
  }

  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = Math.abs(value) < Double.MIN_NORMAL ? 1 : USUAL_DIGITS;
        digits < MAX_DIGITS;
        digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  private static String withExponent(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - value.scale();
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return (value.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + fraction
        + (exponent < 0 ? "e-" : "e+")
        + Math.abs(exponent);
  }
}
