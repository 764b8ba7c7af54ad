package io.listwatch.objects.schema;

import org.jspecify.annotations.Nullable;

/**
 * Arithmetic with the quantities that most objects have: plain digits with a suffix, which are a
 * whole number of thousandths and fit into a {@code long}. It allocates nothing but results.
 */
public final class Thousandths {
  private static final String DECIMAL = "m kMGTP"; // m = -3 … P = 15, in steps of 3
  private static final String BINARY = "KMGTPE"; // Ki = 10 … Ei = 60, in steps of 10

  /** Longer numbers are left to {@link Quantities}. */
  private static final int MAX_DIGITS = 15;

  private static final int KIBI_BITS = 10;
  private static final int MAX_SHIFT = 50;

  private Thousandths() {}

  /** Returns a quantity in thousandths; -1 if it is negative, or has another form. */
  public static long of(String quantity) {
    int length = quantity.length();
    int unit = 0;
    long number = 0;
    while (unit < length && quantity.charAt(unit) >= '0' && quantity.charAt(unit) <= '9') {
      if (unit == MAX_DIGITS) {
        return -1;
      }
      number = 10 * number + quantity.charAt(unit) - '0';
      unit++;
    }
    return unit == 0 || length - unit > 2 ? -1 : withUnit(number, quantity, unit);
  }

  private static long withUnit(long number, String quantity, int unit) {
    int length = quantity.length() - unit;
    if (length == 0) {
      return 1000 * number;
    }
    char suffix = quantity.charAt(unit);
    if (length == 1) {
      int thousands = suffix == ' ' ? -1 : DECIMAL.indexOf(suffix);
      return thousands < 0 ? -1 : times(number, thousandToThe(thousands));
    }
    int kibis = quantity.charAt(unit + 1) == 'i' ? BINARY.indexOf(suffix) + 1 : 0;
    return kibis == 0 || kibis * KIBI_BITS > MAX_SHIFT
        ? -1
        : times(1000 * number, 1L << (kibis * KIBI_BITS));
  }

  private static long thousandToThe(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 1000;
    }
    return power;
  }

  private static long times(long number, long factor) {
    return number > Long.MAX_VALUE / factor ? -1 : number * factor;
  }

  /**
   * Returns the sum as {@link Quantities#sum} does; null if one of the quantities has another form.
   */
  static @Nullable String sum(String one, String other) {
    long first = of(one);
    long second = of(other);
    if (first < 0 || second < 0 || first + second < 0) {
      return null;
    }
    boolean binary = (first == 0 ? other : one).endsWith("i");
    return text(first + second, binary);
  }

  private static String text(long thousandths, boolean binary) {
    long whole = thousandths / 1000;
    boolean decimal = !binary || thousandths % 1000 != 0 || whole < 1 << KIBI_BITS;
    return decimal ? decimal(thousandths) : binary(whole);
  }

  private static String decimal(long thousandths) {
    if (thousandths == 0) {
      return "0";
    }
    long number = thousandths;
    int suffix = 0;
    while (number % 1000 == 0) {
      number /= 1000;
      suffix++;
    }
    return suffix == 1 ? Long.toString(number) : number + DECIMAL.substring(suffix, suffix + 1);
  }

  private static String binary(long whole) {
    long number = whole;
    int kibis = 0;
    while ((number & ((1 << KIBI_BITS) - 1)) == 0) {
      number >>= KIBI_BITS;
      kibis++;
    }
    return kibis == 0 ? Long.toString(number) : number + BINARY.substring(kibis - 1, kibis) + "i";
  }
}
