package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Spells numbers as the reference does: 64-bit integers as they are, all others as doubles. */
final class Numbers {
  /** A double needs 15 to 17 digits to be told from its neighbours; fewer at the very bottom. */
  private static final int USUAL_DIGITS = 15;

  private static final int MAX_DIGITS = 17;

  private Numbers() {}

  /** The number as its reader will see it: a long, or a double. */
  static JsonNode normalized(JsonNode number) {
    if (number.isInt() || number.isLong()) {
      return number;
    }
    double value = number.doubleValue();
    return Double.isFinite(value) ? JsonNodeFactory.instance.numberNode(value) : number;
  }

  /** The number where a whole one is meant: {@code 5.0} and {@code 5e0} are 5. */
  static JsonNode whole(JsonNode number) {
    if (number.isInt() || number.isLong() || !number.isNumber()) {
      return number;
    }
    double value = number.doubleValue();
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
    return whole ? JsonNodeFactory.instance.numberNode((long) value) : number;
  }

  /** Plain digits between 1e-6 and 1e21, an exponent outside. */
  static String spell(double value) {
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
