package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A quantity in a rule ({@code kubernetes.Quantity}), such as {@code 500m} or {@code 1Gi}. */
final class QuantityValue extends RuleValue implements Comparable<QuantityValue> {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.Quantity");

  private static final Pattern FORM =
      Pattern.compile("([+-]?)(\\d+\\.?\\d*|\\.\\d+)(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,4})");
  private static final String DECIMAL = "num kMGTPE"; // n = -9 … E = 18, in steps of 3
  private static final String BINARY = "KMGTPE";
  private static final int NANO = 9;

  /** kube-apiserver reduces larger quantities with a binary unit to this. */
  private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

  private static final Pattern ANY_SUFFIX =
      Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)[eEinumkKMGTP]+[-+]?\\d*");

  private static final int MAX_EXPONENT = 1000;

  /** Longer strings are not parsed: they are useless but costly. */
  private static final int MAX_LENGTH = 1000;

  private final BigDecimal value;

  private QuantityValue(BigDecimal value) {
    super(TYPE);
    this.value = value;
  }

  /** Returns null if the string is not a quantity. */
  static @Nullable QuantityValue parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !form.matches()) {
      return null;
    }
    BigDecimal scaled = scale(new BigDecimal(form.group(2)), form.group(3));
    if (scaled == null) {
      return null;
    }
    BigDecimal rounded =
        scaled.setScale(Math.max(0, Math.min(scaled.scale(), NANO)), RoundingMode.UP);
    return new QuantityValue(form.group(1).equals("-") ? rounded.negate() : rounded);
  }

  private static @Nullable BigDecimal scale(BigDecimal number, String unit) {
    if (unit.isEmpty()) {
      return number;
    }
    if (unit.length() > 1 && unit.endsWith("i")) {
      int power = 10 * (BINARY.indexOf(unit.charAt(0)) + 1);
      return number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(power))).min(MAX_BINARY);
    }
    if (unit.length() > 1) {
      int exponent = Integer.parseInt(unit.substring(1));
      return Math.abs(exponent) > MAX_EXPONENT ? null : number.scaleByPowerOfTen(exponent);
    }
    return number.scaleByPowerOfTen(3 * DECIMAL.indexOf(unit) - NANO);
  }

  /** True if only the unit is wrong in a string that is not a quantity. */
  static boolean hasUnknownUnit(String text) {
    return ANY_SUFFIX.matcher(text).matches();
  }

  static QuantityValue of(long value) {
    return new QuantityValue(BigDecimal.valueOf(value));
  }

  QuantityValue plus(QuantityValue other) {
    return new QuantityValue(value.add(other.value));
  }

  QuantityValue minus(QuantityValue other) {
    return new QuantityValue(value.subtract(other.value));
  }

  int sign() {
    return value.signum();
  }

  double approximately() {
    return value.doubleValue();
  }

  /** Returns null if the quantity is not an integer, or too large. */
  @Nullable Long whole() {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  @Override
  public int compareTo(QuantityValue other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QuantityValue quantity && compareTo(quantity) == 0;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(value.doubleValue());
  }

  @Override
  public String toString() {
    return value.toPlainString();
  }
}
