package io.listwatch.objects.schema.structural;

import com.google.re2j.Pattern;

/**
 * Checks ISBN-10 and ISBN-13 numbers, for the string formats {@code isbn10} and {@code isbn13}.
 * Spaces and hyphens are ignored. Any thirteen digits with the right checksum are an ISBN-13, as in
 * kube-apiserver.
 */
final class Isbn {
  private static final Pattern SEPARATORS = Pattern.compile("[\\s-]+");
  private static final Pattern TEN = Pattern.compile("[0-9]{9}[0-9X]");
  private static final Pattern THIRTEEN = Pattern.compile("[0-9]{13}");

  private Isbn() {}

  static boolean isTen(String text) {
    String number = withoutSeparators(text);
    if (!TEN.matcher(number).matches()) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < number.length(); i++) {
      char digit = number.charAt(i);
      sum += (i + 1) * (digit == 'X' ? 10 : digit - '0');
    }
    return sum % 11 == 0;
  }

  static boolean isThirteen(String text) {
    String number = withoutSeparators(text);
    if (!THIRTEEN.matcher(number).matches()) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < number.length(); i++) {
      sum += (i % 2 == 0 ? 1 : 3) * (number.charAt(i) - '0');
    }
    return sum % 10 == 0;
  }

  private static String withoutSeparators(String text) {
    return SEPARATORS.matcher(text).replaceAll("");
  }
}
