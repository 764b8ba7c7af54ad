package io.listwatch.objects.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses and normalizes quantities, such as {@code 500m}, {@code 1Gi} or {@code 1e3}. The canonical
 * form has no fraction and the largest suffix of the same format. Like kube-apiserver, it keeps a
 * string that is short enough as it was sent, even {@code +5}.
 */
public final class Quantities {
  private static final String DECIMAL = "num kMGTPE"; // n = -9 … E = 18, in steps of 3
  private static final String BINARY = "KMGTPE"; // Ki = 10 … Ei = 60, in steps of 10
  private static final BigInteger KIBI = BigInteger.valueOf(1024);
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  /** The scale of the smallest quantity: smaller ones are rounded up to it. */
  private static final int NANO = 9;

  private static final int MILLI = 3;

  /**
   * The maximum number of digits that fit into a long; half of them still fit after a shift by
   * {@link #MAX_SMALL_SHIFT} bits.
   */
  private static final int MAX_SMALL_DIGITS = 18;

  private static final int MAX_SMALL_SHIFT = 30;

  /** The exponent of Pi, the largest suffix with which any three digits are below the maximum. */
  private static final int MAX_LOWEST_EXPONENT = 50;

  /** Longer strings and larger exponents are not parsed: they are useless but costly. */
  private static final int MAX_LENGTH = 100;

  private static final int MAX_EXPONENT = 1000;

  private static final Pattern SHAPE =
      Pattern.compile("[+-]?[0-9]*(\\.[0-9]*)?[eEinumkKMGTP]*[-+]?[0-9]*");

  private final String text;
  private final String integer;
  private final String fraction;
  private final boolean negative;
  private final Format format;
  private final int exponent;

  private Quantities(
      String text, boolean negative, String integer, String fraction, Format format, int exponent) {
    this.text = text;
    this.negative = negative;
    this.integer = integer;
    this.fraction = fraction;
    this.format = format;
    this.exponent = exponent;
  }

  /** Returns the canonical form; the string itself if it is malformed or too long. */
  static String canonical(String sent) {
    String text = sent.strip();
    if (text.equals("0") || text.isEmpty() || text.length() > MAX_LENGTH) {
      return text.isEmpty() ? sent : text;
    }
    Quantities parsed = parse(text);
    return parsed == null ? sent : parsed.spell();
  }

  /** Returns kube-apiserver's error message for a malformed quantity; null if it is valid. */
  static @Nullable String problem(String sent) {
    String text = sent.strip();
    if (text.isEmpty() || !SHAPE.matcher(text).matches()) {
      return "quantities must match the regular expression"
          + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    }
    if (text.length() > MAX_LENGTH || parse(text) != null) {
      return null;
    }
    boolean numbered = text.chars().anyMatch(c -> c >= '0' && c <= '9');
    return numbered
        ? "unable to parse quantity's suffix"
        : "unable to parse numeric part of quantity";
  }

  /** Returns the value of a quantity; zero if it is malformed. */
  public static BigDecimal decimalValue(String sent) {
    return value(parsed(sent));
  }

  /** Compares the values of two quantities; a malformed one is zero. */
  public static int compare(String one, String other) {
    long first = Thousandths.of(one);
    long second = Thousandths.of(other);
    return first >= 0 && second >= 0
        ? Long.compare(first, second)
        : decimalValue(one).compareTo(decimalValue(other));
  }

  /** True if the value is zero. A malformed quantity counts as zero. */
  public static boolean isZero(String sent) {
    long thousandths = Thousandths.of(sent);
    if (thousandths >= 0) {
      return thousandths == 0;
    }
    Quantities parsed = parsed(sent);
    return parsed == null || (hasOnlyZeros(parsed.integer) && hasOnlyZeros(parsed.fraction));
  }

  private static boolean hasOnlyZeros(String digits) {
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) != '0') {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Quantities parsed(String sent) {
    String text = sent.strip();
    return text.isEmpty() || text.length() > MAX_LENGTH ? null : parse(text);
  }

  private static BigDecimal value(@Nullable Quantities parsed) {
    if (parsed == null) {
      return BigDecimal.ZERO;
    }
    return parsed.negative ? parsed.magnitude().negate() : parsed.magnitude();
  }

  /**
   * Returns the sum of two quantities, in the format of the first, or of the other if the first is
   * zero. An empty string counts as zero.
   */
  public static String sum(String one, String other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    String sum = Thousandths.sum(one, other);
    return sum == null ? combined(one, other, BigDecimal::add) : sum;
  }

  /** Returns the first quantity minus the other, in the format of {@link #sum}. */
  public static String difference(String one, String other) {
    return combined(one, other, BigDecimal::subtract);
  }

  /** Returns the quantity rounded up to a whole number. */
  public static String whole(String sent) {
    Quantities parsed = parsed(sent);
    BigDecimal value = value(parsed);
    return value.stripTrailingZeros().scale() <= 0
        ? sent
        : in(sent, parsed, value.setScale(0, RoundingMode.UP));
  }

  /** Returns the result in the format of the first quantity that is not zero. */
  private static String combined(String one, String other, BinaryOperator<BigDecimal> operation) {
    Quantities first = parsed(one);
    Quantities second = parsed(other);
    BigDecimal value = value(first);
    BigDecimal result = operation.apply(value, value(second));
    return value.signum() == 0 ? in(other, second, result) : in(one, first, result);
  }

  /** Returns a value in the format of a quantity. */
  private static String in(String text, @Nullable Quantities like, BigDecimal value) {
    Format format = like == null ? Format.DECIMAL : like.format;
    return new Quantities(text, value.signum() < 0, "", "", format, 0).canonical(value.abs());
  }

  /**
   * Returns the quantity rounded away from zero to thousandths; the string itself if it needs no
   * rounding.
   */
  public static String wholeMilli(String sent) {
    String text = sent.strip();
    Quantities parsed = text.isEmpty() || text.length() > MAX_LENGTH ? null : parse(text);
    if (parsed == null || parsed.magnitude().stripTrailingZeros().scale() <= MILLI) {
      return sent;
    }
    Format unit = parsed.format == Format.BINARY ? Format.DECIMAL : parsed.format;
    return parsed.decimal(parsed.magnitude().setScale(MILLI, RoundingMode.UP), unit);
  }

  private static @Nullable Quantities parse(String text) {
    int sign = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int start = sign;
    while (start < text.length() && text.charAt(start) == '0') {
      start++;
    }
    int point = digitsEnd(text, start);
    boolean hasPoint = point < text.length() && text.charAt(point) == '.';
    int end = hasPoint ? digitsEnd(text, point + 1) : point;
    String integer = text.substring(start, point);
    String fraction = hasPoint ? text.substring(point + 1, end) : "";
    if (end == sign) {
      return null;
    }
    return withUnit(text, text.charAt(0) == '-', integer.isEmpty() ? "0" : integer, fraction, end);
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static @Nullable Quantities withUnit(
      String text, boolean negative, String integer, String fraction, int unitStart) {
    int length = text.length() - unitStart;
    if (length == 0) {
      return new Quantities(text, negative, integer, fraction, Format.DECIMAL, 0);
    }
    char first = text.charAt(unitStart);
    int decimal = length == 1 && first != ' ' ? DECIMAL.indexOf(first) : -1;
    if (decimal >= 0) {
      return new Quantities(text, negative, integer, fraction, Format.DECIMAL, 3 * decimal - NANO);
    }
    int binary = length == 2 && text.charAt(unitStart + 1) == 'i' ? BINARY.indexOf(first) : -1;
    if (binary >= 0) {
      return new Quantities(text, negative, integer, fraction, Format.BINARY, 10 * binary + 10);
    }
    Integer exponent = exponent(text.substring(unitStart));
    return exponent == null
        ? null
        : new Quantities(text, negative, integer, fraction, Format.EXPONENT, exponent);
  }

  private static @Nullable Integer exponent(String unit) {
    if (unit.charAt(0) != 'e' && unit.charAt(0) != 'E') {
      return null;
    }
    try {
      int exponent = Integer.parseInt(unit.substring(1));
      return Math.abs(exponent) > MAX_EXPONENT ? null : exponent;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private String spell() {
    return keeps() || isLowest() ? text : canonical();
  }

  /**
   * True for most binary quantities, such as {@code 128Mi}: the next suffix is too large for them,
   * so they need no arithmetic.
   */
  private boolean isLowest() {
    return format == Format.BINARY
        && fraction.isEmpty()
        && exponent <= MAX_LOWEST_EXPONENT
        && integer.length() <= 3
        && text.startsWith(integer)
        && integer.charAt(0) != '0';
  }

  /**
   * True if kube-apiserver would keep the string: it fits the int64 form and is roughly in lowest
   * terms.
   */
  private boolean keeps() {
    if (format == Format.BINARY) {
      int digits = 15 - integer.length() - exponent * 3 / 10 - 1;
      return fraction.isEmpty() && digits >= 0 && (Long.parseLong(integer) & 7) != 0;
    }
    String digits = integer + fraction;
    int scale = exponent - fraction.length();
    return digits.length() <= 18
        && scale >= -NANO
        && scale % 3 == 0
        && !digits.endsWith("000")
        && digits.charAt(0) != '0';
  }

  private String canonical() {
    return canonical(magnitude());
  }

  private String canonical(BigDecimal exact) {
    BigDecimal quantity = exact.scale() > NANO ? exact.setScale(NANO, RoundingMode.UP) : exact;
    if (quantity.signum() == 0) {
      return "0";
    }
    if (format != Format.BINARY) {
      return decimal(quantity, format);
    }
    quantity = quantity.min(MAX);
    boolean small = quantity.compareTo(new BigDecimal(KIBI)) < 0;
    return small || quantity.stripTrailingZeros().scale() > 0
        ? decimal(quantity, Format.DECIMAL)
        : binary(quantity.toBigInteger());
  }

  private BigDecimal magnitude() {
    int length = integer.length() + fraction.length();
    if (length <= MAX_SMALL_DIGITS && format == Format.DECIMAL) {
      return BigDecimal.valueOf(small(), fraction.length() - exponent);
    }
    if (length <= MAX_SMALL_DIGITS / 2 && format == Format.BINARY && exponent <= MAX_SMALL_SHIFT) {
      return BigDecimal.valueOf(small() << exponent, fraction.length());
    }
    BigDecimal digits = new BigDecimal(new BigInteger(integer + fraction), fraction.length());
    return format == Format.BINARY
        ? digits.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(exponent)))
        : digits.scaleByPowerOfTen(exponent);
  }

  /** Returns all digits as a number; there are at most {@link #MAX_SMALL_DIGITS}. */
  private long small() {
    return Long.parseLong(fraction.isEmpty() ? integer : integer + fraction);
  }

  private String decimal(BigDecimal quantity, Format unit) {
    BigDecimal lowest = quantity.stripTrailingZeros();
    int power = Math.floorDiv(-lowest.scale(), 3) * 3;
    String number = signed(lowest.scaleByPowerOfTen(-power).toBigInteger());
    if (unit == Format.EXPONENT) {
      return power == 0 ? number : number + "e" + power;
    }
    int index = (power + NANO) / 3;
    if (index >= DECIMAL.length()) {
      return text; // there is no suffix that large
    }
    return power == 0 ? number : number + DECIMAL.charAt(index);
  }

  private String binary(BigInteger quantity) {
    BigInteger rest = quantity;
    int power = 0;
    while (rest.getLowestSetBit() >= 10) {
      rest = rest.shiftRight(10);
      power++;
    }
    return power == 0 ? signed(rest) : signed(rest) + BINARY.charAt(power - 1) + "i";
  }

  private String signed(BigInteger number) {
    return negative ? "-" + number : number.toString();
  }

  private enum Format {
    DECIMAL,
    BINARY,
    EXPONENT
  }
}
