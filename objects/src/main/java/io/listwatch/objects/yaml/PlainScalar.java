package io.listwatch.objects.yaml;

import io.listwatch.json.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of a scalar without quotes, as kube-apiserver reads it: by the rules of YAML 1.1, so
 * that {@code yes} is a boolean and {@code 0644} an octal number, except that {@code 1:30} and
 * dates are strings.
 */
final class PlainScalar {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("", "null"),
          Map.entry("~", "null"),
          Map.entry("null", "null"),
          Map.entry("Null", "null"),
          Map.entry("NULL", "null"),
          Map.entry("y", "true"),
          Map.entry("Y", "true"),
          Map.entry("yes", "true"),
          Map.entry("Yes", "true"),
          Map.entry("YES", "true"),
          Map.entry("true", "true"),
          Map.entry("True", "true"),
          Map.entry("TRUE", "true"),
          Map.entry("on", "true"),
          Map.entry("On", "true"),
          Map.entry("ON", "true"),
          Map.entry("n", "false"),
          Map.entry("N", "false"),
          Map.entry("no", "false"),
          Map.entry("No", "false"),
          Map.entry("NO", "false"),
          Map.entry("false", "false"),
          Map.entry("False", "false"),
          Map.entry("FALSE", "false"),
          Map.entry("off", "false"),
          Map.entry("Off", "false"),
          Map.entry("OFF", "false"));

  private static final Pattern INTEGER =
      Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\\d*))");

  /** The radix of the digits in each group of {@link #INTEGER}, after the sign. */
  private static final int[] RADIXES = {16, 2, 8, 10};

  private static final Pattern FRACTION =
      Pattern.compile("[-+]?(\\.\\d+|\\d+(\\.\\d*)?)([eE][-+]?\\d+)?");

  private static final Pattern INFINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64);

  /** The maximum length of an integer. Longer scalars are fractions or strings. */
  private static final int MAX_DIGITS = 80;

  private PlainScalar() {}

  /** Returns the value as JSON; null if JSON has no such number. */
  static @Nullable String toJson(String text) {
    String word = WORDS.get(text);
    if (word != null) {
      return word;
    }
    if (INFINITE.matcher(text).matches()) {
      return null;
    }
    String number = number(text);
    return number == null ? JsonString.quote(text) : number;
  }

  /** Returns the name of a member; null if the key cannot be a name. Fractions stay as they are. */
  static @Nullable String toKey(String text) {
    String word = WORDS.get(text);
    if (word != null) {
      return word.equals("null") ? null : word;
    }
    BigInteger integer = startsNumber(text) ? integer(text.replace("_", "")) : null;
    return integer == null ? text : integer.toString();
  }

  private static @Nullable String number(String text) {
    if (!startsNumber(text)) {
      return null;
    }
    String digits = text.startsWith(".") ? text : text.replace("_", "");
    BigInteger integer = integer(digits);
    if (integer != null) {
      return integer.toString();
    }
    return FRACTION.matcher(digits).matches() ? fraction(digits) : null;
  }

  private static boolean startsNumber(String text) {
    return !text.isEmpty() && "+-.0123456789".indexOf(text.charAt(0)) >= 0;
  }

  /** Returns null for a number that fits neither 64 bits nor 64 bits without a sign. */
  private static @Nullable BigInteger integer(String text) {
    Matcher matcher = INTEGER.matcher(text);
    if (text.length() > MAX_DIGITS || !matcher.matches()) {
      return null;
    }
    int group = 2;
    while (matcher.group(group) == null) {
      group++;
    }
    var value = new BigInteger(matcher.group(group), RADIXES[group - 2]);
    boolean negative = matcher.group(1).equals("-");
    return fits(negative ? value.negate() : value) ? (negative ? value.negate() : value) : null;
  }

  private static boolean fits(BigInteger value) {
    return value.compareTo(MIN) >= 0 && value.compareTo(MAX_UNSIGNED) < 0;
  }

  /**
   * Returns a whole number without a point or an exponent, so that a field of integers takes it.
   */
  private static @Nullable String fraction(String text) {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      return null;
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e21;
    return whole ? new BigDecimal(value).toBigInteger().toString() : Double.toString(value);
  }
}
